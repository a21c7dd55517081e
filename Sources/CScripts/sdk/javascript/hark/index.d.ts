/** Hark's SDK for Node.js: change HTTP traffic on its way. */

export type Fields = Record<string, string> | Array<[string, string]>;
export type Event = "request-head" | "request" | "response-head" | "response" | "end";

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
    headers: Headers;
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
    readonly host: string;
    path: string;
    get query(): URLSearchParams;
    set query(query: URLSearchParams | Record<string, string>);
    readonly cookies: Record<string, string>;
}

export interface Response extends Message {
    status: number;
    reason: string;
}

export interface Flow {
    id: number;
    on: Event;
    time: number;
    client: string;
    request: Request;
    response: Response | null;
    respond(status?: number, body?: string | Uint8Array, headers?: Fields): void;
    drop(): void;
    hold(): void;
    release(): void;
    tag(name: string): void;
    comment(text: string): void;
    pin(): void;
}

export type ResponseFlow = Flow & { response: Response };

type Register<F> = {
    (call: (flow: F) => unknown): void;
    (filter: string, call: (flow: F) => unknown): void;
    (options: { body?: boolean }, call: (flow: F) => unknown): void;
    (filter: string, options: { body?: boolean }, call: (flow: F) => unknown): void;
};

export const onRequestHead: Register<Flow>;
export const onRequest: Register<Flow>;
export const onResponseHead: Register<ResponseFlow>;
export const onResponse: Register<ResponseFlow>;
export const onEnd: Register<Flow>;
export function onStart(call: () => unknown): void;
export function onStop(call: () => unknown): void;
export function option(name: string, kind?: StringConstructor, fallback?: string, help?: string): void;
export function option(name: string, kind: NumberConstructor, fallback?: number, help?: string): void;
export function option(name: string, kind: BooleanConstructor, fallback?: boolean, help?: string): void;
export const options: Record<string, any>;
export function command(name: string, call: (...given: string[]) => unknown, help?: string): void;
export function log(text: unknown, level?: string): void;
export function shutdown(): void;
export function run(): void;
