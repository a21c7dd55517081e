import CPAC

/// The interpreter of proxy scripts (PAC): Duktape, which knows ECMAScript 5.1 and some of what came later, with the
/// functions of PAC. It runs in a process of its own, `PACWorker`; a line of JSON in, a line of JSON out.
///
/// Where the address of a name is wanted, the answer is which; Hark resolves it and asks again with it.
package final class PACEngine {
    /// For a script and all that it makes.
    private static let memory = 64 << 20

    private let pointer: OpaquePointer

    /// - Parameter clock: milliseconds since 1970 in place of the time, for tests. It is part of the program, which no
    ///   script can change.
    ///
    /// nil: there is no memory.
    package init?(clock: Int64? = nil) {
        let functions = Array(Self.functions(clock.map { "\($0)" } ?? "").utf8)
        let made = functions.withUnsafeBytes { bytes in
            cpac_new(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, Self.memory)
        }
        guard let made = made else { return nil }
        pointer = made
    }

    deinit {
        cpac_free(pointer)
    }

    package func answer(_ line: [UInt8]) -> [UInt8] {
        line.withUnsafeBytes { bytes in
            let text = cpac_answer(pointer, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
            guard let text = text else { return Array(#"{"error":"it failed, or needs too much memory"}"#.utf8) }
            return Array(String(cString: text).utf8)
        }
    }

    /// The functions that a PAC file may use, and the one by which it is asked.
    ///
    /// A script is evaluated as a program of its own: what it declares is global. Of everything global there is only
    /// what ECMAScript defines, without buffers.
    private static func functions(_ clock: String) -> String {
        #"""
        (function (outside) {
            "use strict";
            var parse = JSON.parse, stringify = JSON.stringify, text = String, min = Math.min, evaluate = eval;
            var known = {}, missing = [], mine = "127.0.0.1";
            var four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
            var isAddress = function (host) { return four.test(host) || host.indexOf(":") >= 0; };
            var number = function (address) {
                var parts = four.exec(text(address));
                if (parts === null) return null;
                return parts.slice(1).reduce(function (sum, part) { return sum * 256 + min(Number(part), 255); }, 0);
            };
            var resolve = function (name) {
                var host = text(name).toLowerCase();
                if (isAddress(host)) return host;
                if (Object.prototype.hasOwnProperty.call(known, host)) return known[host];
                if (missing.indexOf(host) < 0) missing.push(host);
                throw new Error("the address of " + host + " is not known");
            };
            var matches = function (subject, pattern) {
                var at = 0, from = 0, star = -1, mark = 0;
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
            var endsWith = function (whole, end) {
                return whole.length >= end.length && whole.slice(whole.length - end.length) === end;
            };
            var months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
            var days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
            var moment = function (given) {
                var words = Array.prototype.slice.call(given);
                var isGMT = words.length > 0 && words[words.length - 1] === "GMT", date = new Date(\#(clock));
                var get = function (name) { return date[(isGMT ? "getUTC" : "get") + name](); };
                return {
                    words: isGMT ? words.slice(0, -1) : words, year: get("FullYear"), month: get("Month"),
                    day: get("Date"), weekday: get("Day"), hour: get("Hours"), minute: get("Minutes"),
                    second: get("Seconds")
                };
            };
            var within = function (from, to, here) {
                return from <= to ? from <= here && here <= to : here >= from || here <= to;
            };
            var part = function (word) {
                var month = months.indexOf(text(word).toUpperCase());
                if (month >= 0) return {unit: "month", value: month};
                return Number(word) > 31 ? {unit: "year", value: Number(word)} : {unit: "day", value: Number(word)};
            };
            var weights = {year: 10000, month: 100, day: 1};
            var sum = function (parts) {
                return parts.reduce(function (total, one) { return total + one.value * weights[one.unit]; }, 0);
            };
            var functions = {
                isPlainHostName: function (host) { return text(host).indexOf(".") < 0; },
                dnsDomainIs: function (host, domain) {
                    return endsWith(text(host).toLowerCase(), text(domain).toLowerCase());
                },
                localHostOrDomainIs: function (host, full) {
                    var short = text(host).toLowerCase(), long = text(full).toLowerCase();
                    return short === long || (short.indexOf(".") < 0 && long.indexOf(short + ".") === 0);
                },
                isResolvable: function (host) { return resolve(host) !== null; },
                isInNet: function (host, pattern, mask) {
                    var address = number(resolve(host)), net = number(pattern), bits = number(mask);
                    if (address === null || net === null || bits === null) return false;
                    return (address & bits) === (net & bits);
                },
                dnsResolve: function (host) { return resolve(host); },
                convert_addr: function (address) { return number(address); },
                myIpAddress: function () { return mine; },
                dnsDomainLevels: function (host) { return text(host).split(".").length - 1; },
                shExpMatch: function (subject, pattern) { return matches(text(subject), text(pattern)); },
                weekdayRange: function () {
                    var here = moment(arguments);
                    var range = here.words.map(function (word) { return days.indexOf(word); });
                    return range.length < 2 ? here.weekday === range[0] : within(range[0], range[1], here.weekday);
                },
                dateRange: function () {
                    var here = moment(arguments), parts = here.words.map(part);
                    var half = parts.length === 1 ? parts : parts.slice(0, parts.length / 2);
                    var end = parts.length === 1 ? parts : parts.slice(half.length);
                    var now = half.map(function (one) { return {unit: one.unit, value: here[one.unit]}; });
                    return within(sum(half), sum(end), sum(now));
                },
                timeRange: function () {
                    var here = moment(arguments), words = here.words.map(Number);
                    if (words.length === 1) return here.hour === words[0];
                    if (words.length === 2) return within(words[0], words[1], here.hour);
                    var size = words.length / 2, unit = [3600, 60, 1];
                    var seconds = function (list) {
                        return list.reduce(function (total, value, index) { return total + value * unit[index]; }, 0);
                    };
                    var last = seconds(words.slice(size)) + (size === 2 ? 59 : 0);
                    return within(seconds(words.slice(0, size)), last, seconds([here.hour, here.minute, here.second]));
                },
                alert: function () {}
            };
            Object.keys(functions).forEach(function (name) { outside[name] = functions[name]; });
            var others =
                /^(Duktape|CBOR|Buffer|DataView|performance|Text(En|De)coder|ArrayBuffer|[A-Z][a-z]+\d+\w*Array)$/;
            Object.getOwnPropertyNames(outside).forEach(function (name) {
                if (others.test(name)) delete outside[name];
            });

            var newer = /=>|`|\b(let|class|async|await)\s/;
            var words = function (error, script) {
                if (typeof error !== "object" || error === null) return text(error);
                var message = text(error.message).replace(/ \(line \d+(, end of input)?\)$/, "");
                if (/end of input\)$/.test(text(error.message))) message += " at its end";
                if (error instanceof SyntaxError && newer.test(script)) {
                    message += "; a PAC file is read as ECMAScript 5.1, which has no let, =>, class or templates";
                }
                return error.fileName === "input" ? "the file:" + error.lineNumber + ": " + message : message;
            };
            var start = function (script) {
                try { evaluate(script); }
                catch (error) {
                    try { return {error: words(error, script).slice(0, 300)}; }
                    catch (another) { return {error: "it cannot be run"}; }
                }
                if (typeof outside.FindProxyForURL !== "function") return {error: "it has no function FindProxyForURL"};
                return {answer: ""};
            };
            return function (line) {
                var asked = parse(line), answer, mistake;
                if (asked.script !== undefined) return stringify(start(asked.script));
                known = asked.names;
                mine = asked.mine;
                missing = [];
                try {
                    answer = outside.FindProxyForURL(asked.url, asked.host);
                    answer = answer === null || answer === undefined ? "" : text(answer).slice(0, 4096);
                } catch (error) { try { mistake = text(error); } catch (another) { mistake = "it failed"; } }
                if (missing.length > 0) return stringify({missing: missing.slice(0, 16).map(text)});
                if (mistake !== undefined) return stringify({error: mistake.slice(0, 300)});
                return stringify({answer: answer});
            };
        })(globalThis);
        """#
    }
}
