/** Hark's SDK for Node.js: change HTTP traffic on its way. */

export type Fields = Record<string, string> | Array<[string, string]>;
export type Event =
    | "request-head" | "request" | "response-head" | "response" | "connect" | "client-hello" | "server-connect"
    | "connect-upstream" | "tunnel-opened" | "tunnel-failed" | "chunk" | "message" | "websocket-start" | "websocket-end" | "client-connected" | "client-disconnected" | "server-connected" | "server-disconnected"
    | "server-failed" | "tls-client" | "tls-server" | "error" | "end";

/** Header fields in their order; names in any case. */
export class Headers implements Iterable<[string, string]> {
    constructor(fields?: Fields);
    fields: Array<[string, string]>;
    get(name: string): string | undefined;
    getAll(name: string): string[];
    has(name: string): boolean;
    set(name: string, value: unknown): void;
    setAll(name: string, values: unknown[]): void;
    add(name: string, value: unknown): void;
    delete(name: string): boolean;
    [Symbol.iterator](): Iterator<[string, string]>;
}

export interface Message {
    get headers(): Headers;
    set headers(fields: Headers | Fields);
    /** Fields after the body: set some to add or replace them. */
    get trailers(): Headers;
    set trailers(fields: Headers | Fields | null);
    version: string;
    /** Why there is no body. */
    omitted?: "size" | "stream" | "coding" | "earlier";
    get body(): Buffer | null;
    set body(bytes: Buffer | Uint8Array | string | null);
    text: string | null;
    json(): any;
    setJSON(value: unknown): void;
}

export interface Request extends Message {
    method: string;
    url: string;
    readonly scheme: string;
    readonly authority: string;
    host: string;
    readonly port: number;
    path: string;
    get query(): URLSearchParams;
    set query(query: URLSearchParams | Record<string, string>);
    /** The fields of an HTML form (application/x-www-form-urlencoded). */
    get form(): URLSearchParams;
    set form(form: URLSearchParams | Record<string, string>);
    readonly cookies: Record<string, string>;
}

export interface Response extends Message {
    status: number;
    reason: string;
    /** Name and value of each Set-Cookie. */
    readonly cookies: Record<string, string>;
}

/** A message of a WebSocket. */
export interface SocketMessage {
    readonly fromClient: boolean;
    readonly isText: boolean;
    get data(): Buffer;
    set data(bytes: Buffer | Uint8Array | string);
    text: string;
    json(): any;
    drop(): void;
}

export interface Chunk {
    readonly message: "request" | "response";
    readonly last: boolean;
    get data(): Buffer;
    set data(bytes: string | Uint8Array);
}

export interface Flow {
    id: number;
    on: Event;
    time: number;
    client: string;
    /** At events about connections, and at responses. */
    server: string;
    /** HOST:PORT; assign another one at onConnect and onServerConnect. */
    host: string;
    /** The proxy on the way there, a URL; assign another one at onServerConnect. */
    via: string;
    connection?: number;
    serverConnection?: number;
    tls: Record<string, any> | null;
    error: { code: string; text: string } | null;
    /** At onEnd: the log entry. */
    record: Record<string, any> | null;
    message: SocketMessage | null;
    chunk: Chunk | null;
    request: Request;
    response: Response | null;
    respond(status?: number, body?: string | Uint8Array, headers?: Fields): void;
    drop(): void;
    tunnel(): void;
    stream(options?: { chunks?: boolean }): void;
    hold(): void;
    release(): void;
    tag(name: string): void;
    comment(text: string): void;
    pin(): void;
}

export type ResponseFlow = Flow & { response: Response };
export type ChunkFlow = Flow & { chunk: Chunk };
export type MessageFlow = Flow & { message: SocketMessage };

type Register<F> = {
    (call: (flow: F) => unknown): void;
    (filter: string, call: (flow: F) => unknown): void;
    (options: { body?: boolean; record?: boolean }, call: (flow: F) => unknown): void;
    (filter: string, options: { body?: boolean; record?: boolean }, call: (flow: F) => unknown): void;
};

export const onRequestHead: Register<Flow>;
export const onRequest: Register<Flow>;
export const onResponseHead: Register<ResponseFlow>;
export const onResponse: Register<ResponseFlow>;
export const onConnect: Register<Flow>;
export const onClientHello: Register<Flow>;
export const onServerConnect: Register<Flow>;
export const onConnectUpstream: Register<Flow>;
export const onTunnelOpened: Register<ResponseFlow>;
export const onTunnelFailed: Register<ResponseFlow>;
export const onChunk: Register<ChunkFlow>;
export const onMessage: Register<MessageFlow>;
export const onWebSocketStart: Register<Flow>;
export const onWebSocketEnd: Register<Flow>;
export const onClientConnected: Register<Flow>;
export const onClientDisconnected: Register<Flow>;
export const onServerConnected: Register<Flow>;
export const onServerDisconnected: Register<Flow>;
export const onServerFailed: Register<Flow>;
export const onTLSClient: Register<Flow>;
export const onTLSServer: Register<Flow>;
export const onError: Register<Flow>;
export const onEnd: Register<Flow>;
export function onStart(call: () => unknown): void;
export function onStop(call: () => unknown): void;
export function option(name: string, kind?: StringConstructor, fallback?: string, help?: string): void;
export function option(name: string, kind: NumberConstructor, fallback?: number, help?: string): void;
export function option(name: string, kind: BooleanConstructor, fallback?: boolean, help?: string): void;
export const options: Record<string, any>;
export function command(name: string, call: (...given: string[]) => unknown, help?: string): void;
export function log(text: unknown, level?: string): void;
export type Row = Record<string, any>;
export interface Marks {
    tag?: string;
    untag?: string;
    comment?: string;
    pin?: boolean;
}
export interface Sending {
    method?: string;
    headers?: Fields;
    body?: string | Uint8Array;
}
export function flows(filter?: string, limit?: number): Promise<Row[]>;
export function body(flow: Flow | number, message?: "request" | "response", raw?: boolean): Promise<Buffer | null>;
export function mark(flow: Flow | number, marks: Marks): Promise<null>;
export function send(url: string, sending?: Sending): Promise<Row>;
export function replay(flow: Flow | number): Promise<Row>;
export function inject(flow: Flow | number, to: "client" | "server", text: string): Promise<null>;
export function release(flow: Flow | number): Promise<null>;
export function shutdown(): Promise<null>;
export function run(): void;
