// Runs a script for Hark: node run.mjs FILE. A file that speaks of `hark` gets the SDK and is served; any other one
// speaks the protocol itself.
import { readFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";

const [file] = process.argv.splice(2, 1);
process.argv[1] = file;
register(new URL("hooks.mjs", import.meta.url), { data: { sdk: new URL("hark/index.js", import.meta.url).href } });
const usesSDK = /(from|import|require\()\s*['"]hark['"]/.test(readFileSync(file, "utf8"));
await import(pathToFileURL(file).href);
if (usesSDK) createRequire(import.meta.url)("./hark/index.js").run();
