"""The forms of a campaign file as JSON Schema, for editors that complete and check TOML with it."""

from collections.abc import Mapping
from typing import Any

from undercroft.exchange.campaignfile.forming import MOST, Form
from undercroft.exchange.campaignfile.forms import CAMPAIGN, WRITTEN
from undercroft.kernel import shape, wire
from undercroft.kernel.shape import Either, Exact, Field, Many, Named, Record

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TITLE = "An Undercroft campaign"

Help = Mapping[str, Mapping[str, str]]
"""The purpose of each field of each form, where the form itself has none."""


def schema(says: Help) -> dict[str, Any]:
    """The whole schema, each named form under its name."""
    writer = _Writer(says)
    top = writer.named(CAMPAIGN)
    return {"$schema": DIALECT, "title": TITLE, **top, "$defs": dict(sorted(writer.defined.items()))}


class _Writer:
    def __init__(self, says: Help) -> None:
        self.says = says
        self.defined: dict[str, Any] = {}

    def named(self, record: Record) -> dict[str, Any]:
        """A reference to a named form, which the schema defines once."""
        name = next((written.name for written in WRITTEN if written.record is record), None)
        return self._record(record, "") if name is None else self._once(name, record, name)

    def _once(self, name: str, record: Record, of: str) -> dict[str, Any]:
        if name not in self.defined:
            self.defined[name] = {}
            self.defined[name] = self._record(record, of)
        return {"$ref": f"#/$defs/{name}"}

    def _record(self, record: Record, name: str) -> dict[str, Any]:
        return shape.record_schema(record, lambda field: self._field(field, name))

    def _field(self, field: Field, name: str) -> dict[str, Any]:
        told = field.help or self.says.get(name, {}).get(field.name, "")
        described = {"description": told} if told else {}
        nothing = field.required or field.default in (None, "", [], {})
        return {**self.form(field.shape), **described, **({} if nothing else {"default": field.default})}

    def form(self, form: Form) -> dict[str, Any]:
        """The schema of any form."""
        match form:
            case Record():
                return self.named(form)
            case Either(parts=(Named(of=Record() as of), Many(of=Record() as listed))):
                name = next(written.name for written in WRITTEN if written.record is of)
                items = self._once(f"listed-{name}", listed, name)
                tables = {"type": "object", "additionalProperties": self.named(of)}
                return {"anyOf": [tables, {"type": "array", "items": items}]}
            case Either(parts=parts):
                return {"anyOf": [self.form(part) for part in parts]}
            case Many(of=of):
                return {"type": "array", "items": self.form(of)}
            case Named(of=of):
                return {"type": "object", "additionalProperties": self.form(of)}
            case Exact(least=least, most=most):
                number = {"type": "number", "minimum": least or 0, "maximum": MOST if most is None else most}
                return {"anyOf": [number, {"type": "string", "pattern": f"^{wire.FRACTION.pattern}$"}]}
            case _:
                return shape.schema(form)
