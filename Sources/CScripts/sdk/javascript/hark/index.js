"use strict";
// Hark's SDK for Node.js 18.19 and later: change HTTP traffic on its way. No dependencies.
//
//     import { onRequest } from 'hark'
//
//     onRequest('host = api.example.com', (flow) => {
//         flow.request.headers.set('X-Signature', '9f86')
//     })
//
// Run it with: hark proxy --script FILE

const { isUtf8 } = require("node:buffer");
const { dirname } = require("node:path");
const { inspect } = require("node:util");

const handlers = [];
const declared = [];
const commands = new Map();
const starts = [];
const stops = [];
const values = {};
let write = null;
let isServing = false;

// Text and bytes

// What is no UTF-8 is shown as Latin-1.
const readText = (value) => (typeof value === "string" ? value : Buffer.from(value.base64, "base64").toString("latin1"));

const readBody = (value) => {
    if (value === null || value === undefined) return null;
    return value.text !== undefined ? Buffer.from(value.text) : Buffer.from(value.base64, "base64");
};

const writeBody = (bytes) => (isUtf8(bytes) ? { text: bytes.toString() } : { base64: bytes.toString("base64") });

/** As it arrives when its bytes are sent: half a pair of surrogates is no character. */
const wellFormed = (text) => {
    if (text.toWellFormed !== undefined) return text.toWellFormed();
    // Node.js 18
    return /[\ud800-\udfff]/.test(text) ? Buffer.from(text).toString() : text;
};

/** Header fields in their order; names in any case. */
class Headers {
    constructor(fields = []) {
        const pairs = typeof fields[Symbol.iterator] === "function" ? [...fields] : Object.entries(fields);
        this.fields = pairs.map(([name, value]) => [String(name), String(value)]);
    }

    /** The values of a name with commas between them; undefined without any. */
    get(name) {
        const all = this.getAll(name);
        return all.length === 0 ? undefined : all.join(", ");
    }

    getAll(name) {
        const wanted = name.toLowerCase();
        return this.fields.filter(([other]) => other.toLowerCase() === wanted).map(([, value]) => value);
    }

    has(name) {
        return this.getAll(name).length > 0;
    }

    set(name, value) {
        this.setAll(name, [value]);
    }

    /** The first line of the name is replaced where it is, the others are removed. */
    setAll(name, all) {
        const wanted = name.toLowerCase();
        const left = all.map(String);
        const fields = [];
        for (const [other, value] of this.fields) {
            if (other.toLowerCase() !== wanted) fields.push([other, value]);
            else if (left.length > 0) fields.push([other, left.shift()]);
        }
        this.fields = fields.concat(left.map((value) => [name, value]));
    }

    add(name, value) {
        this.fields.push([String(name), String(value)]);
    }

    delete(name) {
        const before = this.fields.length;
        this.setAll(name, []);
        return this.fields.length < before;
    }

    [Symbol.iterator]() {
        return this.fields[Symbol.iterator]();
    }
}

const differ = (one, other) => one.length !== other.length
    || one.some(([name, value], index) => name !== other[index][0] || value !== other[index][1]);

class Message {
    #event;
    #headers;
    #before;
    #trailers;
    #trailersBefore;
    // Fields that are no UTF-8 go on as they came as long as nobody changes them.
    #asTheyCame = null;
    #body = null;
    // A body that was set as text; null when it was set as bytes.
    #text = null;
    #isNew = false;

    constructor(event) {
        this.#event = event;
        this.#before = this.#read(event.headers);
        this.#headers = new Headers(this.#before);
        this.#trailersBefore = this.#read(event.trailers);
        this.#trailers = new Headers(this.#trailersBefore);
        this.version = event.version ?? "";
        this.omitted = event.omitted;
    }

    #read(fields = []) {
        return fields.map((field) => field.map((one) => {
            const text = readText(one);
            if (text !== one) (this.#asTheyCame ??= new Map()).set(text, one);
            return text;
        }));
    }

    #write(fields) {
        const came = this.#asTheyCame;
        return came === null ? fields : fields.map((field) => field.map((one) => came.get(one) ?? one));
    }

    /** Assign an object or pairs to replace all of them. */
    get headers() {
        return this.#headers;
    }

    set headers(fields) {
        this.#headers = fields instanceof Headers ? fields : new Headers(fields ?? []);
    }

    /** Fields after the body, where it came whole. What is not among them any more is not sent. */
    get trailers() {
        return this.#trailers;
    }

    set trailers(fields) {
        this.#trailers = fields instanceof Headers ? fields : new Headers(fields ?? []);
    }

    /** The content without codings, a Buffer; null where it did not come. */
    get body() {
        if (this.#text !== null) this.body = this.#text;
        else if (this.#body === null && !this.#isNew) this.#body = readBody(this.#event.body);
        return this.#body;
    }

    set body(bytes) {
        this.#body = Buffer.from(bytes);
        this.#text = null;
        this.#isNew = true;
    }

    get text() {
        if (this.#text !== null) return this.#text;
        if (!this.#isNew && typeof this.#event.body?.text === "string") return this.#event.body.text;
        return this.body === null ? null : this.body.toString();
    }

    set text(text) {
        if (typeof text !== "string") {
            this.body = text;
            return;
        }
        // Bytes are made of it where somebody asks for them.
        this.#text = wellFormed(text);
        this.#isNew = true;
    }

    json() {
        return JSON.parse(this.text);
    }

    setJSON(value) {
        this.text = JSON.stringify(value);
        if (!this.headers.has("Content-Type")) this.headers.set("Content-Type", "application/json");
    }

    _changes(part = {}) {
        if (differ(this.headers.fields, this.#before)) part.headers = this.#write(this.headers.fields);
        if (this.#isNew) part.body = this.#text === null ? writeBody(this.#body) : { text: this.#text };
        const { fields } = this.trailers;
        if (differ(fields, this.#trailersBefore)) part.trailers = this.#write(fields);
        return part;
    }
}

class Request extends Message {
    #method;
    #url;

    constructor(event) {
        super(event);
        this.method = this.#method = event.method ?? "GET";
        this.url = this.#url = event.url === undefined ? "" : readText(event.url);
    }

    get scheme() {
        return new URL(this.url).protocol.slice(0, -1);
    }

    /** Host and port as they are in the URL. */
    get authority() {
        return new URL(this.url).host;
    }

    /** Changing it does not change the Host header. */
    get host() {
        return new URL(this.url).hostname;
    }

    set host(host) {
        const url = new URL(this.url);
        url.hostname = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
        this.url = url.href;
    }

    get port() {
        const url = new URL(this.url);
        return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
    }

    get path() {
        return new URL(this.url).pathname;
    }

    set path(path) {
        const url = new URL(this.url);
        url.pathname = path;
        this.url = url.href;
    }

    /** The parameters; assign a URLSearchParams or an object. */
    get query() {
        return new URL(this.url).searchParams;
    }

    set query(query) {
        const url = new URL(this.url);
        url.search = new URLSearchParams(query).toString();
        this.url = url.href;
    }

    /** The fields of an HTML form; assign a URLSearchParams or an object. */
    get form() {
        return new URLSearchParams(this.text ?? "");
    }

    set form(form) {
        this.text = new URLSearchParams(form).toString();
    }

    get cookies() {
        const pairs = this.headers.getAll("Cookie").flatMap((line) => line.split(";")).map((pair) => pair.trim());
        return Object.fromEntries(pairs.filter((pair) => pair.includes("=")).map((pair) => {
            const place = pair.indexOf("=");
            return [pair.slice(0, place), pair.slice(place + 1)];
        }));
    }

    _changes(part = {}) {
        if (this.method !== this.#method) part.method = this.method;
        if (this.url !== this.#url) part.url = this.url;
        return super._changes(part);
    }
}

class Response extends Message {
    #status;
    #reason;

    constructor(event) {
        super(event);
        this.status = this.#status = event.status ?? 200;
        this.reason = this.#reason = event.reason === undefined ? "" : readText(event.reason);
    }

    /** Name and value of each Set-Cookie. */
    get cookies() {
        const pairs = this.headers.getAll("Set-Cookie").map((line) => line.split(";")[0].trim());
        return Object.fromEntries(pairs.filter((pair) => pair.includes("=")).map((pair) => {
            const place = pair.indexOf("=");
            return [pair.slice(0, place), pair.slice(place + 1)];
        }));
    }

    _changes(part = {}) {
        if (this.status !== this.#status) part.status = this.status;
        if (this.reason !== this.#reason) part.reason = this.reason;
        return super._changes(part);
    }
}

/** A message of a WebSocket. */
class SocketMessage {
    #flow;
    #before;
    #data;

    constructor(event, flow) {
        this.#flow = flow;
        this.fromClient = event.from === "client";
        this.isText = event.text !== undefined;
        this.#data = this.#before = readBody(event);
    }

    get data() {
        return this.#data;
    }

    set data(bytes) {
        this.#data = Buffer.from(bytes);
    }

    get text() {
        return this.#data.toString();
    }

    set text(text) {
        this.data = text;
    }

    json() {
        return JSON.parse(this.text);
    }

    /** The receiver does not get it. */
    drop() {
        this.#flow.drop();
    }

    _change() {
        if (this.#data.equals(this.#before)) return null;
        return this.isText ? { text: this.text } : { base64: this.#data.toString("base64") };
    }
}

/** A piece of a body as it passes, with its content codings. */
class Chunk {
    #before;
    #data;

    constructor(event) {
        this.message = event.message;
        this.last = event.last === true;
        this.#data = this.#before = readBody(event.data ?? { text: "" });
    }

    get data() {
        return this.#data;
    }

    set data(bytes) {
        this.#data = Buffer.from(bytes);
    }

    _change() {
        return this.#data.equals(this.#before) ? null : writeBody(this.#data);
    }
}

/** One exchange at one event, or what an event about a connection says. */
class Flow {
    #number;
    #marks = {};
    #kind = null;
    #answer = null;
    #host;
    #via;

    constructor(event) {
        this.#number = event.id;
        this.id = event.flow;
        this.on = event.on;
        this.time = event.time ?? 0;
        this.client = event.client?.address ?? "";
        // At events about connections, and at responses: the server's address. What was asked for (HOST:PORT).
        this.server = event.server?.address ?? "";
        this.host = event.server?.host ?? "";
        // At onServerConnect the proxy on the way to the server, a URL; "" without one.
        this.via = event.server?.via?.[0] ?? "";
        this.#host = this.host;
        this.#via = this.via;
        this.connection = event.client?.connection;
        // The number of the server's connection.
        this.serverConnection = event.server?.connection;
        if (!event.on.startsWith("response")) this.connection = this.serverConnection ?? this.connection;
        this.tls = event.tls ?? event.client?.tls ?? null;
        this.error = event.error ?? null;
        this.record = event.record ?? null;
        this.message = event.on === "message" ? new SocketMessage(event.message, this) : null;
        this.chunk = event.on === "chunk" ? new Chunk(event) : null;
        this.request = new Request(event.request ?? {});
        this.response = event.response === undefined ? null : new Response(event.response);
    }

    /** Answers in the server's place. */
    respond(status = 200, body = "", headers = {}) {
        const fields = new Headers(headers);
        if (typeof body === "string" && !fields.has("Content-Type")) {
            fields.set("Content-Type", "text/plain; charset=utf-8");
        }
        this.#kind = "respond";
        this.#answer = { status, headers: fields.fields, body: writeBody(Buffer.from(body)) };
    }

    /** Closes the connection without a response. */
    drop() {
        this.#kind = "drop";
    }

    /** At onConnect and onClientHello: relays the connection without decrypting it. */
    tunnel() {
        this.#kind = "tunnel";
    }

    /**
     * At onRequestHead and onResponseHead: the body does not wait for onRequest and onResponse, which are not called.
     * With { chunks: true } onChunk is called for each piece of it.
     */
    stream({ chunks = false } = {}) {
        this.#marks.stream = chunks ? "chunks" : true;
    }

    /** Holds the message until release() or a decision of a person (hark held). */
    hold() {
        this.#kind = "hold";
    }

    release() {
        this.#kind = null;
        send(this._verdict());
    }

    tag(name) {
        (this.#marks.tag ??= []).push(String(name));
    }

    comment(text) {
        this.#marks.comment = String(text);
    }

    pin() {
        this.#marks.pin = true;
    }

    get _isDecided() {
        return this.#kind !== null;
    }

    _verdict() {
        const verdict = { type: "verdict", id: this.#number, verdict: this.#kind ?? "pass", ...this.#marks };
        if (this.#kind === "respond") verdict.response = this.#answer;
        if (this.#kind === null && this.on === "message") {
            const message = this.message._change();
            if (message !== null) Object.assign(verdict, { verdict: "modify", message });
        } else if (this.#kind === null && this.on === "chunk") {
            const data = this.chunk._change();
            if (data !== null) Object.assign(verdict, { verdict: "modify", data });
        } else if (this.#kind === null && (this.on === "connect" || this.on === "server-connect")) {
            const request = {};
            if (this.host !== this.#host) request.server = String(this.host);
            if ((this.via ?? "") !== this.#via) request.via = String(this.via ?? "");
            if (Object.keys(request).length > 0) Object.assign(verdict, { verdict: "modify", request });
        } else if (this.#kind === null && this.on !== "client-hello") {
            const about = this.on.startsWith("response") ? "response" : "request";
            const part = this[about]._changes();
            if (Object.keys(part).length > 0) Object.assign(verdict, { verdict: "modify", [about]: part });
        }
        return verdict;
    }

    _failure(text) {
        return { type: "verdict", id: this.#number, verdict: "fail", text: text.slice(0, 500) };
    }
}

// The protocol

let unsent = "";

/** Lines go together: what was asked at once is answered at once. */
const flush = () => {
    const text = unsent;
    unsent = "";
    if (text !== "") write(text);
};

const send = (line) => {
    if (unsent === "") setImmediate(flush);
    unsent += JSON.stringify(line) + "\n";
    if (unsent.length > 65_536) flush();
};

const ownFolder = dirname(__dirname);

/** Prints an error without the lines of Hark's own files. */
const fail = (error) => {
    const lines = inspect(error).split("\n");
    const theirs = lines.filter((line) => !/^\s+at /.test(line) || !(/[ (]node:/.test(line) || line.includes(ownFolder)));
    process.stderr.write((theirs.some((line) => /^\s+at /.test(line)) ? theirs : lines).join("\n") + "\n");
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};

const finish = async (flow, calls) => {
    try {
        for (const { call } of calls) {
            await call(flow);
            if (flow._isDecided) break;
        }
        send(flow._verdict());
    } catch (error) {
        send(flow._failure(fail(error)));
    }
};

const read = (option, text) => {
    if (option.kind === Number) {
        const value = Number(text);
        if (text.trim() === "" || Number.isNaN(value)) throw new Error(`'${text}' is not a number`);
        return value;
    }
    if (option.kind === Boolean) {
        if (/^(true|yes|on|1|)$/i.test(text)) return true;
        if (/^(false|no|off|0)$/i.test(text)) return false;
        throw new Error(`'${text}' is not true or false`);
    }
    return text;
};

const begin = async (given) => {
    for (const one of declared) {
        if (given[one.name] === undefined) continue;
        try {
            values[one.name] = read(one, given[one.name]);
        } catch (error) {
            return send({ type: "failed", option: one.name, text: error.message });
        }
    }
    try {
        for (const call of starts) await call();
    } catch (error) {
        return send({ type: "failed", text: fail(error) });
    }
    send({ type: "started" });
};

const calls = new Map();
let lastCall = 0;

/** Asks Hark for something; gives a promise. */
const ask = (method, params = {}) => new Promise((done, failed) => {
    if (write === null) throw new Error("the script does not run in Hark");
    lastCall += 1;
    calls.set(lastCall, { done, failed });
    send({ type: "call", id: lastCall, method, params });
});

const called = ({ id, value, error }) => {
    const one = calls.get(id);
    calls.delete(id);
    if (error === undefined) one?.done(value ?? null);
    else one?.failed(new Error(error));
};

const runCommand = async ({ id, name, arguments: given = [] }) => {
    try {
        const value = await commands.get(name)(...given);
        send({ type: "result", id, value: value === undefined ? null : value });
    } catch (error) {
        send({ type: "result", id, error: fail(error) });
    }
};

const change = ({ id, changed = {} }) => {
    const taken = {};
    for (const one of declared) {
        if (changed[one.name] === undefined) continue;
        try {
            taken[one.name] = read(one, changed[one.name]);
        } catch (error) {
            send({ type: "failed", option: one.name, text: error.message });
            return send({ type: "result", id, error: error.message });
        }
    }
    Object.assign(values, taken);
    return send({ type: "result", id, value: null });
};

const end = async () => {
    for (const call of stops) {
        try {
            await call();
        } catch (error) {
            fail(error);
        }
    }
    process.exit(0);
};

const took = (line) => {
    switch (line.type) {
    case "hello":
        return send({
            type: "ready", protocol: 1,
            events: handlers.map(({ on, filter, body, record }) => ({ on, filter, body, record })),
            options: declared.map(({ name, kind, fallback, help }) => ({
                name, type: { Number: "float", Boolean: "bool" }[kind.name] ?? "str",
                default: String(fallback ?? ""), help,
            })),
            commands: [...commands].map(([name, call]) => ({ name, help: call.help ?? "" })),
        });
    case "start": return begin(line.options ?? {});
    case "command": return runCommand(line);
    case "options": return change(line);
    case "event": {
        const places = line.matched ?? [];
        return finish(new Flow(line), places.map((place) => handlers[place]).filter((one) => one !== undefined));
    }
    case "notice":
        for (const place of line.matched ?? []) {
            const { call } = handlers[place] ?? {};
            if (call !== undefined) Promise.resolve().then(() => call(new Flow(line))).catch(fail);
        }
        return undefined;
    case "result": return called(line);
    case "stop": return end();
    default: return undefined;
    }
};

/** What a program prints that the script has started is printed by the script, and its input is empty. */
const separate = () => {
    const childProcesses = require("node:child_process");
    const files = require("node:fs");
    const print = (data) => { if (data !== null && data.length > 0) process.stdout.write(data); };
    const isOwn = (one, number, stream) => one === "inherit" || one === number || one === stream;
    /** The descriptors of a child, and whether what it prints is to be printed here. */
    const parted = (stdio, usual) => {
        const all = Array.isArray(stdio) ? [...stdio] : [stdio ?? usual, stdio ?? usual, stdio ?? usual];
        while (all.length < 3) all.push(usual);
        if (isOwn(all[0], 0, process.stdin)) all[0] = "ignore";
        const prints = isOwn(all[1], 1, process.stdout);
        if (prints) all[1] = "pipe";
        return [all.map((one, place) => (place > 1 && (one === 1 || one === process.stdout) ? 2 : one)), prints];
    };
    const { prototype } = childProcesses.ChildProcess;
    const { spawn } = prototype;
    prototype.spawn = function start(options) {
        const [stdio, prints] = parted(options.stdio, "pipe");
        const made = spawn.call(this, { ...options, stdio });
        if (prints && this.stdout) {
            this.stdout.on("data", print);
            this.stdout = null;
        }
        return made;
    };
    const { spawnSync } = childProcesses;
    childProcesses.spawnSync = (file, given, more) => {
        const [words, options] = Array.isArray(given) ? [given, more ?? {}] : [[], given ?? {}];
        const [stdio, prints] = parted(options.stdio, "pipe");
        const made = spawnSync(file, words, { ...options, stdio });
        if (!prints) return made;
        print(made.stdout);
        return { ...made, stdout: null, output: [null, null, made.stderr] };
    };
    for (const name of ["execSync", "execFileSync"]) {
        const call = childProcesses[name];
        childProcesses[name] = (file, ...given) => {
            const place = given.findIndex((one) => one !== null && typeof one === "object" && !Array.isArray(one));
            const [stdio, prints] = parted(place < 0 ? undefined : given[place].stdio, "pipe");
            if (place < 0 || given[place].stdio === undefined) stdio[2] = "inherit";
            if (place < 0) given.push({ stdio });
            else given[place] = { ...given[place], stdio };
            const made = call(file, ...given);
            if (!prints) return made;
            print(made);
            return null;
        };
    }
    const { writeSync, readFileSync } = files;
    files.writeSync = (number, ...given) => {
        if (number !== 1) return writeSync(number, ...given);
        process.stdout.write(given[0]);
        return Buffer.byteLength(given[0]);
    };
    files.readFileSync = (file, options) => (
        file === 0 || file === "/dev/stdin" ? readFileSync("/dev/null", options) : readFileSync(file, options));
    require("node:module").syncBuiltinESMExports();
};

/** Serves the script. Hark does it for the files that it runs. */
exports.run = () => {
    if (isServing) return;
    isServing = true;
    const raw = process.stdout.write.bind(process.stdout);
    write = raw;
    separate();
    // A promise that nobody waits for, or a timer: no other event has to do with it.
    process.on("unhandledRejection", fail);
    process.on("uncaughtException", fail);
    // What is printed becomes `output`.
    process.stdout.write = (text, encoding, done) => {
        send({ type: "output", text: typeof text === "string" ? text : Buffer.from(text).toString() });
        const call = typeof encoding === "function" ? encoding : done;
        if (typeof call === "function") process.nextTick(call);
        return true;
    };
    let parts = [];
    process.stdin.on("data", (data) => {
        let start = 0;
        for (let place = data.indexOf(10); place >= 0; place = data.indexOf(10, start)) {
            parts.push(data.subarray(start, place));
            start = place + 1;
            const text = Buffer.concat(parts).toString();
            parts = [];
            // Whatever goes wrong with one line, the next ones are taken.
            try {
                if (text.trim() !== "") took(JSON.parse(text));
            } catch (error) {
                fail(error);
            }
        }
        if (start < data.length) parts.push(data.subarray(start));
    });
    process.stdin.on("end", end);
    process.stdin.on("error", end);
    process.on("exit", flush);
};

// What scripts register

const registering = (on) => (...given) => {
    const call = given.pop();
    const [filter = "", { body = false, record = true } = {}] = typeof given[0] === "object" ? ["", given[0]] : given;
    if (typeof call !== "function") throw new TypeError("a function was expected");
    handlers.push({ on, filter, body, record, call });
};

exports.onRequestHead = registering("request-head");
exports.onRequest = registering("request");
exports.onResponseHead = registering("response-head");
exports.onResponse = registering("response");
exports.onConnect = registering("connect");
exports.onClientHello = registering("client-hello");
exports.onServerConnect = registering("server-connect");
exports.onConnectUpstream = registering("connect-upstream");
exports.onTunnelOpened = registering("tunnel-opened");
exports.onTunnelFailed = registering("tunnel-failed");
exports.onChunk = registering("chunk");
exports.onMessage = registering("message");
exports.onWebSocketStart = registering("websocket-start");
exports.onWebSocketEnd = registering("websocket-end");
exports.onClientConnected = registering("client-connected");
exports.onClientDisconnected = registering("client-disconnected");
exports.onServerConnected = registering("server-connected");
exports.onServerDisconnected = registering("server-disconnected");
exports.onServerFailed = registering("server-failed");
exports.onTLSClient = registering("tls-client");
exports.onTLSServer = registering("tls-server");
exports.onError = registering("error");
exports.onEnd = registering("end");
exports.onStart = (call) => { starts.push(call); };
exports.onStop = (call) => { stops.push(call); };

/** Declares an option: hark proxy --script FILE --set NAME=VALUE. Its value is in `options`. */
exports.option = (name, kind = String, fallback = undefined, help = "") => {
    declared.push({ name, kind, fallback, help });
    values[name] = fallback;
};
exports.options = values;

/** Gives people a command: hark script call NAME ARGUMENT... Arguments are strings; the result is printed. */
exports.command = (name, call, help = "") => {
    commands.set(name, Object.assign((...given) => call(...given), { help }));
};

/** Prints a line with the script's name. */
exports.log = (text, level = "info") => {
    if (write === null) process.stderr.write(`${text}\n`);
    else send({ type: "log", level, text: String(text) });
};

const numberOf = (flow) => (typeof flow === "object" ? flow.id : Number(flow));

/** The newest recorded flows that match. At most 1,000. */
exports.flows = (filter = "", limit = 20) => ask("flows", { filter, limit });

/** A body of a recorded flow, a Buffer without its content codings unless raw; null when it was not kept. */
exports.body = async (flow, message = "response", raw = false) =>
    readBody(await ask("body", { flow: numberOf(flow), message, raw }));

/** Marks a recorded flow: { tag, untag, comment, pin }. */
exports.mark = (flow, marks) => ask("mark", { ...marks, flow: numberOf(flow) });

/** Sends a request; gives the new flow. */
exports.send = async (url, { method = "GET", headers = {}, body } = {}) => ask("send", {
    request: {
        method, url, headers: new Headers(headers).fields,
        ...(body === undefined ? {} : { body: writeBody(Buffer.from(body)) }),
    },
});

/** Sends a recorded request again; gives the new flow. */
exports.replay = (flow) => ask("replay", { flow: numberOf(flow) });

/** Sends a text message into an open WebSocket, to "client" or "server". */
exports.inject = (flow, to, text) => ask("inject", { flow: numberOf(flow), to, text: String(text) });

/** Sends on what is held of a flow. */
exports.release = (flow) => ask("release", { flow: numberOf(flow) });

/** Ends Hark, as Ctrl-C does. */
exports.shutdown = () => ask("shutdown");
exports.Headers = Headers;
