"""Checks compose.yaml against the schema of the compose specification, and what it says against itself.

    python check.py SCHEMA     needs jsonschema and PyYAML; SCHEMA is compose_spec.json
"""

import json
import pathlib
import sys

import jsonschema
import yaml

HERE = pathlib.Path(__file__).parent


def main(schema: str) -> None:
    compose = yaml.safe_load((HERE / "compose.yaml").read_text())
    jsonschema.validate(compose, json.loads(pathlib.Path(schema).read_text()))
    services = compose["services"]
    for name, service in services.items():
        for other in service.get("depends_on", {}):
            assert other in services, f"{name} waits for {other}, which there is not"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"], f"{name}: there is no volume {source}"
    build = services["server"]["build"]
    assert (HERE / build["context"] / build["dockerfile"]).is_file(), "there is no Containerfile"
    assert services["worker"]["deploy"]["replicas"] == 2
    known = {line.split("=")[0] for line in (HERE / "example.env").read_text().splitlines() if "=" in line}
    text = (HERE / "compose.yaml").read_text()
    used = {part.split("}")[0].split(":")[0] for part in text.split("${")[1:]}
    assert used == known, f"example.env and compose.yaml differ: {used ^ known}"
    print(f"compose.yaml: {len(services)} services, as the specification has them")


if __name__ == "__main__":
    main(sys.argv[1])
