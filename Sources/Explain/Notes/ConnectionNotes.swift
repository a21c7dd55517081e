public import Flow
import HTTPModel
import HTTPWire

/// Notes about the connection.
public enum ConnectionNotes: NoteSource {
    public static let codes = ["connection-reused", "connection-closed-by-server", "connection-http10"]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        if exchange.connection?.reused == true {
            notes.exchange(
                "connection-reused", .good, "No new connection", "An open connection was used, which saved its set-up.",
                "RFC 9112 §9.3")
        }
        guard let response = exchange.responseHead, response.status >= 200 else { return notes.notes }
        if response.fields.hasConnectionOption("close"), !exchange.requestFields.hasConnectionOption("close") {
            notes.response(
                "connection-closed-by-server", .info, at: response.fields.range(.connection), "The server closes",
                "The client would have gone on; its next request pays for a new connection.", "RFC 9112 §9.6")
        } else if response.version < .http11, !response.fields.hasConnectionOption("keep-alive") {
            notes.response(
                "connection-http10", .info, "HTTP/1.0 closes",
                "Without \("keep-alive") an HTTP/1.0 server closes after each response.", "RFC 9112 §9.3")
        }
        return notes.notes
    }
}
