/**
 * Shapes of what the server answers (docs/api.md) and of what the page keeps. Nothing here runs.
 *
 * @typedef {{dns: number, connect: number, tls: number, send: number, wait: number, receive: number}} Phases
 * @typedef {object} Row
 * @property {number} id
 * @property {string} start
 * @property {string} method
 * @property {string} url
 * @property {number | null} status
 * @property {string | null} outcome
 * @property {string | null} by
 * @property {string | null} type
 * @property {number} requestSize
 * @property {number} responseSize
 * @property {number} duration
 * @property {Phases} phases
 * @property {string | null} client
 * @property {string | null} upstream
 * @property {number | null} connection
 * @property {boolean} reused
 * @property {string[]} flags
 * @property {string | null} cache
 * @property {string | null} worst
 *
 * @property {Bar} bar
 * @property {boolean} [gone]
 * @property {number | null} [position] in the view, in what the stream tells
 *
 * @typedef {object} Bar
 * @property {number | null} at ms since the session's start
 * @property {[string, number, number][]} segments phase, from, to: ms since it began
 * @property {number[]} ticks chunks of the response
 * @property {"done" | "open" | "failed"} end
 *
 * @typedef {object} Span
 * @property {number} offset
 * @property {number} length
 * @property {string} rule
 * @property {string} spec
 * @property {string} text
 * @property {boolean} malformed
 * @property {Span[]} children
 *
 * @typedef {{rule: string, held: boolean | null, text: string, spec?: string, offset?: number, length?: number}} Step
 * @typedef {{conclusion: string, steps: Step[]}} Reasoning
 * @typedef {object} Note
 * @property {string} code
 * @property {"good" | "info" | "warning" | "bad"} level
 * @property {number} offset
 * @property {number} length
 * @property {string} summary
 * @property {string} text
 * @property {string} spec
 *
 * @typedef {object} Message
 * @property {"request" | "response"} kind
 * @property {number} offset
 * @property {number} length
 * @property {Span[]} spans
 * @property {{kind: string, rule: number | string, steps: Step[]} | null} framing
 * @property {Note[]} notes
 * @property {Record<string, Reasoning>} reasoning
 * @typedef {{messages: Message[], rest: {offset: number, length: number}}} Explained
 *
 * @typedef {{head: number | null, sent: number | null, wire: number | null, body: number | null, decoded: number | null, truncated: boolean, remarks: string[]}} Parts
 * @typedef {object} Flow
 * @property {Row} row
 * @property {any} record
 * @property {{pinned: boolean, comment: string | null, tags: string[]}} marks
 * @property {{label: string, text: string, level: string}[]} lines
 * @property {{request: Parts, response: Parts}} messages
 * @property {{at: number, what: string, text: string}[]} events
 * @property {{request: Chunk[], response: Chunk[]}} chunks
 * @property {{title: string, lines: string[], flows: number[]}[]} story
 * @typedef {{at: number, offset: number, size: number}} Chunk
 *
 * @typedef {object} ChangeLine
 * @property {"same" | "replaced" | "removed" | "added"} action
 * @property {string | null} came
 * @property {string | null} went
 * @property {string | null} reason
 * @property {[number, number] | null} cameAt
 * @property {[number, number] | null} wentAt
 * @typedef {{known: boolean, messages: {message: "request" | "response", parts: {part: string, lines: ChangeLine[]}[]}[]}} Changes
 *
 * @typedef {{from: number, to: number, width: number, counts: number[], failed: number[], slowest: number[]}} Overview
 *
 * @typedef {{depth: number, spans: [string, string][]}} BodyLine
 * @typedef {object} Tokens
 * @property {string} title
 * @property {string} kind
 * @property {string | null} image
 * @property {string[]} remarks
 * @property {boolean} damaged
 * @property {boolean} cut
 * @property {number} count
 * @property {number} from
 * @property {BodyLine[]} lines
 */
export {};
