"""sbom.py PROGRAM VERSION: what the program is made of, as SPDX 2.3 in JSON, on standard output."""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(*words):
    result = subprocess.run(words, capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else ""


def swift_packages():
    """Name, address, version and revision of each Swift package; the revision where it was resolved."""
    pins = {}
    resolved = ROOT / "Package.resolved"
    if resolved.exists():
        for pin in json.loads(resolved.read_text())["pins"]:
            pins[pin["location"].removesuffix(".git")] = pin["state"].get("revision", "")
    for url, version in re.findall(r'\.package\(url: "([^"]+)", exact: "([^"]+)"\)', (ROOT / "Package.swift").read_text()):
        yield url.rsplit("/", 1)[1], url, version, pins.get(url.removesuffix(".git"), "")


def owner(path):
    """The Debian package of a file; empty where there is none."""
    found = output("dpkg-query", "-S", os.path.realpath(path)) or output("dpkg-query", "-S", path)
    return found.split(":")[0]


def libraries(program):
    """The packages of the shared libraries, as the machine that built has them."""
    found = {}
    for line in output("ldd", program).splitlines():
        words = line.split()
        if "=>" not in words or not words[2].startswith("/"):
            continue
        name = owner(words[2])
        version = output("dpkg-query", "-W", "-f", "${Version}\n", name).split("\n")[0] if name else ""
        found[name or words[0]] = version or "NOASSERTION"
    return sorted(found.items())


def main(program, version):
    data = pathlib.Path(program).read_bytes()
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0"))))
    packages, relations = [], []

    def add(identifier, name, package_version, location, relation, **more):
        entry = {
            "SPDXID": identifier, "name": name, "versionInfo": package_version, "downloadLocation": location,
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION", **more,
        }
        packages.append(entry)
        if relation:
            relations.append(
                {"spdxElementId": "SPDXRef-hark", "relationshipType": relation, "relatedSpdxElement": identifier})

    add(
        "SPDXRef-hark", "hark", version, "NOASSERTION", None, licenseDeclared="Apache-2.0",
        checksums=[{"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}])
    toolchain = output("swift", "--version").splitlines()
    add(
        "SPDXRef-swift", "swift", toolchain[0] if toolchain else "NOASSERTION", "https://www.swift.org/install/",
        "STATIC_LINK", licenseDeclared="Apache-2.0 WITH Swift-exception")
    for name, url, package_version, revision in swift_packages():
        location = f"git+{url}@{revision}" if revision else url
        add(f"SPDXRef-swift-{name}", name, package_version, location, "STATIC_LINK", licenseDeclared="NOASSERTION")
    for name, package_version in libraries(program):
        identifier = "SPDXRef-lib-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
        add(identifier, name, package_version, "NOASSERTION", "DYNAMIC_LINK", licenseDeclared="NOASSERTION")
    relations.append(
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-hark"})
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"hark-{version}",
        "documentNamespace": f"urn:hark:{version}:{hashlib.sha256(data).hexdigest()}",
        "creationInfo": {"created": created, "creators": ["Tool: hark-scripts-package"]}, "packages": packages,
        "relationships": relations,
    }
    json.dump(document, sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
