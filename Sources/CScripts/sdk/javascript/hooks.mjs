// `import 'hark'` finds the SDK, and a .js file that imports is a module, whatever is beside it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

let sdk = "";

export const initialize = (data) => {
    sdk = data.sdk;
};

export const resolve = (name, context, next) =>
    name === "hark" ? { url: sdk, format: "commonjs", shortCircuit: true } : next(name, context);

export const load = async (url, context, next) => {
    if (url.endsWith(".js") && url.startsWith("file:") && url !== sdk && context.format !== "module") {
        const source = readFileSync(fileURLToPath(url), "utf8");
        if (/^\s*(import\s[^(]|import['"]|export\s)/m.test(source)) return { format: "module", source, shortCircuit: true };
    }
    return next(url, context);
};
