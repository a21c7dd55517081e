import Bytes

/// The parsers of bytes that anyone may send, before anything is known of the sender. Few and quick to build: they are
/// run on each change.
let wireTargets: [String: @Sendable (Bytes) -> Void] = [
    "requests": DecoderTarget.requests, "responses": DecoderTarget.responses, "heads": HeadTarget.run,
    "hellos": HelloTarget.run, "blocks": FieldBlockTarget.run, "http2": HTTP2Target.run,
    "websocket": WebSocketTarget.run, "events": EventStreamTarget.run, "parts": PartsTarget.run,
    "calls": CallsTarget.run,
]
