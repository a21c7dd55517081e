"""What a start costs that does nothing else, what reading the configuration adds to it, and how large what is installed is."""

from __future__ import annotations

import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from subjects import HERE, Tools, Unusable

#: As a person has it: a few keys, a section of a command, a profile.
SETTINGS = """quiet = true
tunnel-host = ["*.bank.example", "*.pinned.example"]
[proxy]
listen = "127.0.0.1:9000"
max-body-record = "1MiB"
[flows]
limit = 50
[profile.ci]
strict = true
[profile.ci.run]
har = "ci.har"
"""

#: What `make package` and `make dist` write, and the most megabytes that each may have.
PACKAGES = [
    ("deb", "hark_*_amd64.deb", 11), ("dbgsym", "hark-dbgsym_*.deb", 20), ("rpm", "hark-*.x86_64.rpm", None),
    ("tar.gz", "hark-*-linux-*.tar.gz", 18), ("image, compressed", "hark-*-oci.tar", 22),
]


class InstallMeasures:
    """A part of `Bench`."""

    def install(self) -> None:
        """hark --version, hark config and what reading a configuration file adds; the sizes of program and packages"""
        times: dict[str, list[float]] = {"hark --version": [], "hark config, no file": [], "hark config": []}
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
            file = pathlib.Path(folder) / "config.toml"
            file.write_text(SETTINGS)
            file.chmod(0o600)
            environment = {name: one for name, one in os.environ.items() if not name.startswith("HARK_")}
            environment |= {"HOME": folder, "XDG_CONFIG_HOME": folder}
            words = {
                "hark --version": ["--version"], "hark config, no file": ["config", "--no-config"],
                "hark config": ["config", "--config", str(file)],
            }
            # In turn, so that a drift of the machine falls on all alike; the first reads the program from the disk.
            for number in range(self.rounds * 8 + 1):
                for name, arguments in words.items():
                    begun = time.monotonic()
                    done = subprocess.run([str(Tools.hark), *arguments], env=environment, capture_output=True)
                    took = (time.monotonic() - begun) * 1000
                    if done.returncode:
                        raise Unusable(f"{name} ended with {done.returncode}: {done.stderr.decode()[:300]}")
                    if number:
                        times[name].append(took)
        self.report.values("install", "ms", {"hark --version": times["hark --version"]}, at_most=10)
        self.report.values("install", "ms", {name: times[name] for name in ("hark config, no file", "hark config")})
        added = [read - unread for read, unread in zip(times["hark config"], times["hark config, no file"])]
        self.report.single("install", "reading the files, added", statistics.median(added), "ms", at_most=2)
        self._sizes()

    def _sizes(self) -> None:
        with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
            stripped = pathlib.Path(folder) / "hark"
            shutil.copyfile(Tools.hark, stripped)
            subprocess.run(["strip", str(stripped)], check=True)
            self.report.single("install", "bin/hark, stripped", stripped.stat().st_size / 1e6, "MB", at_most=36)
        dist = HERE.parent / "dist"
        for name, pattern, goal in PACKAGES:
            found = sorted(dist.glob(pattern), key=lambda one: one.stat().st_mtime)
            if found:
                self.report.single("install", name, found[-1].stat().st_size / 1e6, "MB", at_most=goal)
