"""check_har.py FILE [CORPORA]: is this file what the tools that read HAR expect?

Parses it with haralyzer and touches what people look at there. With CORPORA, a folder that holds har_schema.json, checks it
against the JSON Schema of HAR 1.2 too. Prints the number of entries; what is wrong goes to standard error, with exit code 1.
"""

import json
import pathlib
import sys

import haralyzer
import jsonschema
import referencing
import referencing.jsonschema


def schema_problems(har: dict, corpora: pathlib.Path) -> list[str]:
    schemas = json.loads((corpora / "har_schema.json").read_text())["schemas"]
    resources = []
    for schema in schemas.values():
        resource = referencing.jsonschema.DRAFT6.create_resource(schema)
        resources.append((schema["$id"].rstrip("#"), resource))
    registry = referencing.Registry().with_resources(resources)
    validator = jsonschema.Draft6Validator(
        schemas["har.json"], registry=registry, format_checker=jsonschema.Draft6Validator.FORMAT_CHECKER
    )
    return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(har)]


def haralyzer_problems(har: dict) -> list[str]:
    parser = haralyzer.HarParser(har)
    problems = []
    if parser.version != "1.2":
        problems.append(f"version {parser.version}")
    if not parser.creator.get("name"):
        problems.append("no creator")
    for number, entry in enumerate(parser.har_data["entries"]):
        view = haralyzer.HarEntry(entry)
        try:
            view.startTime.isoformat()
            view.time, view.timings, view.cookies, view.secure
            # Optional in HAR 1.2, which haralyzer overlooks.
            if "serverIPAddress" in entry:
                view.serverAddress
            if "connection" in entry:
                view.port
            view.request.method, view.request.url, view.request.headersSize, view.request.bodySize
            view.request.queryString, view.request.httpVersion, view.request.cookies
            view.response.status, view.response.statusText, view.response.bodySize, view.response.contentSize
            view.response.mimeType, view.response.redirectURL, view.response.httpVersion
            str(view), str(view.request), str(view.response)
        except (KeyError, ValueError, AttributeError, TypeError) as error:
            problems.append(f"entry {number}, {entry.get('request', {}).get('url')}: {error!r}")
    return problems


def main() -> int:
    har = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    problems = haralyzer_problems(har)
    if len(sys.argv) > 2:
        problems += schema_problems(har, pathlib.Path(sys.argv[2]))
    for problem in problems:
        print(problem, file=sys.stderr)
    print(len(har["log"]["entries"]))
    return 1 if problems else 0


sys.exit(main())
