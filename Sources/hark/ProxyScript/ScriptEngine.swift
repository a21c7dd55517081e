/// The program in JavaScript that runs a proxy script for Hark: a line of JSON in, a line of JSON out.
///
/// The script has a realm of its own in which there is nothing but the language and the functions of PAC: no modules,
/// no files, no network, no text turned into code. What it may come by of the outside, like the error that `import`
/// ends with, makes no code of text either, and is frozen with everything that it leads to. Buffers are not there:
/// their memory is none of the kind that has a limit. What the script threw is put into words inside of its realm,
/// within a time: it may be an object that runs code when it is looked at, as Node.js does with `displayErrors`.
/// Where an address of a name is wanted, the answer is which; Hark looks it up and asks again with it.
enum ScriptEngine {
    /// The flags of Node.js, before those of the rights that only newer ones know.
    static let flags = ["--disallow-code-generation-from-strings", "--max-old-space-size=64", "--no-deprecation"]

    /// - Parameter clock: milliseconds since 1970 in place of the time, for tests. It stands in the program, which no
    ///   script can change; without it there is nothing to be set.
    static func program(clock: Int64? = nil) -> String {
        before + quoted(functions(clock.map { "\($0)" } ?? "")) + after
    }

    private static let before = """
        "use strict";
        const {readSync, writeSync} = require("fs"), vm = require("vm");
        const exit = process.exit.bind(process), {parse, stringify} = JSON, {Buffer} = globalThis;
        for (const name of ["process", "fetch", "WebSocket", "require", "module"]) delete globalThis[name];
        const box = vm.createContext(Object.create(null), {
            codeGeneration: {strings: false, wasm: false}, microtaskMode: "afterEvaluate",
        });
        const run = (code, time) => new vm.Script(code, {filename: "the file"}).runInContext(
            box, {timeout: time, displayErrors: false});
        {
            const other = vm.createContext(Object.create(null), {microtaskMode: "afterEvaluate"});
            vm.runInContext("import('none').catch((error) => { globalThis.error = error; })", other);
            const hidden = [
                (function* () {})(), (async function* () {})(), async () => {}, [].values(), new Map().values(),
                new Set().values(), ""[Symbol.iterator](), "".matchAll(/./g), other.error,
            ];
            const found = new Set(), {ownKeys, getOwnPropertyDescriptor, getPrototypeOf} = Reflect;
            const work = [globalThis, ...hidden];
            while (work.length > 0) {
                const one = work.pop();
                if (one === null || !/^(object|function)$/.test(typeof one) || found.has(one)) continue;
                found.add(one);
                work.push(getPrototypeOf(one));
                for (const key of ownKeys(one)) {
                    const {value, get, set} = getOwnPropertyDescriptor(one, key);
                    work.push(value, get, set);
                }
            }
            for (const one of found) if (one !== globalThis && !ArrayBuffer.isView(one)) Object.freeze(one);
        }
        const tell = (text) => {
            let bytes = Buffer.from(text + "\\n");
            while (bytes.length > 0) bytes = bytes.subarray(writeSync(1, bytes));
        };
        let wrong;
        const fail = (error) => {
            let text;
            try {
                wrong.error = error;
                text = run("__words()", 500);
            } catch {}
            tell(stringify({error: typeof text === "string" ? text : "it cannot be run"}));
        };
        const work = (line) => {
            const asked = parse(line);
            if (asked.script !== undefined) {
                run(\(quoted(withoutBuffers)), 1000);
                wrong = run(
        """

    private static let after = """
        , 1000);
                run(asked.script, 2000);
                const kind = run("typeof FindProxyForURL", 100);
                if (kind !== "function") return tell(stringify({error: "it has no function FindProxyForURL"}));
                return tell(stringify({answer: ""}));
            }
            const answer = run("__hark(" + stringify(stringify(asked)) + ")", 2000);
            tell(typeof answer === "string" ? answer : stringify({error: "it answered nothing"}));
        };
        const block = Buffer.alloc(65536);
        let rest = "";
        const decoder = new TextDecoder();
        for (;;) {
            const count = readSync(0, block, 0, block.length, null);
            if (count === 0) exit(0);
            rest += decoder.decode(block.subarray(0, count), {stream: true});
            for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
                const line = rest.slice(0, end);
                rest = rest.slice(end + 1);
                try { work(line); } catch (error) { fail(error); }
            }
        }
        """

    /// Takes away whatever has memory outside of the heap.
    private static let withoutBuffers = """
        for (const name of Object.getOwnPropertyNames(globalThis)) {
            if (/^(Atomics|DataView|WebAssembly|.*ArrayBuffer|.+Array)$/.test(name)) delete globalThis[name];
        }
        """

    /// The functions that a PAC file may use, and the one by which it is asked.
    private static func functions(_ clock: String) -> String {
        """
        "use strict";
        (function (outside) {
            const {parse, stringify} = JSON, text = String, {min} = Math;
            let known = {}, missing = [], mine = "127.0.0.1";
            const four = /^(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})$/;
            const isAddress = (host) => four.test(host) || host.includes(":");
            const number = (address) => {
                const parts = four.exec(text(address));
                if (parts === null) return null;
                return parts.slice(1).reduce((sum, part) => sum * 256 + min(Number(part), 255), 0);
            };
            const resolve = (name) => {
                const host = text(name).toLowerCase();
                if (isAddress(host)) return host;
                if (Object.prototype.hasOwnProperty.call(known, host)) return known[host];
                if (!missing.includes(host)) missing.push(host);
                throw new Error("the address of " + host + " is not known");
            };
            const matches = (subject, pattern) => {
                let at = 0, from = 0, star = -1, mark = 0;
                while (at < subject.length) {
                    if (from < pattern.length && (pattern[from] === "?" || pattern[from] === subject[at])
                        && pattern[from] !== "*") { at += 1; from += 1; }
                    else if (from < pattern.length && pattern[from] === "*") { star = from; mark = at; from += 1; }
                    else if (star >= 0) { from = star + 1; mark += 1; at = mark; }
                    else return false;
                }
                while (pattern[from] === "*") from += 1;
                return from === pattern.length;
            };
            const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
            const days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
            const moment = (words) => {
                const isGMT = words.length > 0 && words[words.length - 1] === "GMT";
                const date = new Date(\(clock)), get = (name) => isGMT ? date["getUTC" + name]() : date["get" + name]();
                return {
                    words: isGMT ? words.slice(0, -1) : words, year: get("FullYear"), month: get("Month"),
                    day: get("Date"), weekday: get("Day"), hour: get("Hours"), minute: get("Minutes"),
                    second: get("Seconds"),
                };
            };
            const within = (from, to, here) => from <= to ? from <= here && here <= to : here >= from || here <= to;
            const part = (word) => {
                const month = months.indexOf(text(word).toUpperCase());
                if (month >= 0) return {unit: "month", value: month};
                return Number(word) > 31 ? {unit: "year", value: Number(word)} : {unit: "day", value: Number(word)};
            };
            const sum = (parts) => parts.reduce(
                (total, one) => total + one.value * {year: 10000, month: 100, day: 1}[one.unit], 0);
            Object.assign(outside, {
                isPlainHostName: (host) => !text(host).includes("."),
                dnsDomainIs: (host, domain) => text(host).toLowerCase().endsWith(text(domain).toLowerCase()),
                localHostOrDomainIs: (host, full) => {
                    const [short, long] = [text(host).toLowerCase(), text(full).toLowerCase()];
                    return short === long || (!short.includes(".") && long.startsWith(short + "."));
                },
                isResolvable: (host) => resolve(host) !== null,
                isInNet: (host, pattern, mask) => {
                    const [address, net, bits] = [number(resolve(host)), number(pattern), number(mask)];
                    if (address === null || net === null || bits === null) return false;
                    return (address & bits) === (net & bits);
                },
                dnsResolve: (host) => resolve(host),
                convert_addr: (address) => number(address),
                myIpAddress: () => mine,
                dnsDomainLevels: (host) => text(host).split(".").length - 1,
                shExpMatch: (subject, pattern) => matches(text(subject), text(pattern)),
                weekdayRange: (...given) => {
                    const here = moment(given), [first, last] = here.words.map((word) => days.indexOf(word));
                    return last === undefined ? here.weekday === first : within(first, last, here.weekday);
                },
                dateRange: (...given) => {
                    const here = moment(given), parts = here.words.map(part);
                    const half = parts.length === 1 ? parts : parts.slice(0, parts.length / 2);
                    const whole = sum(half.map((one) => ({unit: one.unit, value: here[one.unit]})));
                    return within(sum(half), parts.length === 1 ? sum(half) : sum(parts.slice(half.length)), whole);
                },
                timeRange: (...given) => {
                    const here = moment(given), words = here.words.map(Number);
                    if (words.length === 1) return here.hour === words[0];
                    if (words.length === 2) return within(words[0], words[1], here.hour);
                    const size = words.length / 2, unit = [3600, 60, 1];
                    const seconds = (list) => list.reduce((total, value, index) => total + value * unit[index], 0);
                    const last = seconds(words.slice(size)) + (size === 2 ? 59 : 0);
                    return within(seconds(words.slice(0, size)), last, seconds([here.hour, here.minute, here.second]));
                },
                alert: () => undefined,
            });
            Object.defineProperty(outside, "__hark", {value: (line) => {
                const asked = parse(line);
                known = asked.names;
                mine = asked.mine;
                missing = [];
                let answer, mistake;
                try { answer = outside.FindProxyForURL(asked.url, asked.host); }
                catch (error) { try { mistake = text(error); } catch { mistake = "it failed"; } }
                if (missing.length > 0) return stringify({missing: missing.slice(0, 16).map(text)});
                if (mistake !== undefined) return stringify({error: mistake.slice(0, 300)});
                return stringify({answer: answer === null || answer === undefined ? "" : text(answer).slice(0, 4096)});
            }});
            const wrong = {error: undefined};
            Object.defineProperty(outside, "__words", {value: () => {
                const {error} = wrong;
                wrong.error = undefined;
                if (typeof error !== "object" || error === null) return text(error).slice(0, 300);
                const place = /the file:\\d+/.exec(text(error.stack)), message = text(error.message);
                return (place === null ? message : place[0] + ": " + message).slice(0, 300);
            }});
            return wrong;
        })(globalThis);
        """
    }

    /// A text as a literal of JavaScript.
    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("`", with: "\\`").replacing("$", with: "\\$")
        return "`\(escaped)`"
    }
}
