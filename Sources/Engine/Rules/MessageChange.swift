internal import HTTPSemantics
internal import Rules

/// Who changes the messages of a WebSocket.
struct MessageChange {
    let run: MessageRun?
    let scripts: MessageScripts?
    /// How messages are compressed.
    let deflate: WebSocketDeflate?
}
