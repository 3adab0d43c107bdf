"""What can be done with any rule. This package imports only the kernel, so it does not depend on any book."""
