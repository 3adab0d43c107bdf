// Search runs in a worker, which browsers refuse to pages that are opened from a folder: there a hidden frame takes its place.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.ready = new Promise((ready) => {
        const frame = document.createElement("iframe");
        frame.hidden = true;
        document.body.append(frame);
        this.inside = frame.contentWindow;
        this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        this.inside.importScripts = (...addresses) => Promise.all(addresses.map((each) => load(this.inside, each)));
        load(this.inside, address).then(ready);
      });
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    dispatchEvent(event) {
      this.onmessage?.(event);
      return super.dispatchEvent(event);
    }

    terminate() {
      this.inside.frameElement.remove();
    }
  };
}

function load(inside, address) {
  return new Promise((loaded, failed) => {
    const script = inside.document.createElement("script");
    script.src = new URL(address, location.href);
    script.onload = loaded;
    script.onerror = failed;
    inside.document.head.append(script);
  });
}
