package import Bytes
package import Flow
package import HTTPModel

/// Reads what clients print of their exchanges: `curl -v` (with `-i`, `-L`, several URLs, sent to a file or copied
/// from a terminal), `curl --trace-ascii`, `wget -S` and `wget -d`: the messages with their line ends put back, and the
/// exchanges they make.
///
/// Clients show few request bodies, no times and often no chunk lines. Any text can be read; what is none of the
/// client's is passed over.
package struct CurlVerbose: Sendable {
    package struct Message: Sendable {
        package let kind: MessageKind
        /// From the start line to the empty line, with CRLF.
        package internal(set) var head: Bytes
        /// What was shown of the body.
        package internal(set) var body = Bytes()
        /// Where its first line stands in the text.
        package let offset: Int
        /// The URL that was named for it; nil when none was.
        var url: Bytes?
        /// What was said of the connection that it went by.
        var scheme = CurlConnections.Scheme.unknown
        /// Why the exchange failed, in the client's words; nil when it did not say so.
        var failure: Bytes?

        /// As on the wire, so far as it was shown.
        package var bytes: Bytes { body.isEmpty ? head : Bytes(head.array + body.array) }

        init(_ kind: MessageKind, head: Bytes = Bytes(), at offset: Int) {
            self.kind = kind
            self.head = head
            self.offset = offset
        }
    }

    package private(set) var messages: [Message] = []
    /// One for each request, and one for a failure before there was any.
    package private(set) var flows: [FlowRecord] = []

    /// No client tells times: an answer is taken to have come at the moment that its Date and Age say, else at `now`,
    /// in seconds since 1970.
    ///
    /// - Parameter url: what the first request asked for, when somebody says.
    package static func read(_ file: Bytes, now: Int64 = 0, url: Bytes? = nil) -> CurlVerbose {
        if WgetOutput.recognizes(file) {
            let messages = WgetOutput.messages(file)
            return CurlVerbose(messages: messages, flows: TranscriptFlows(messages, [], now: now, url: url).flows)
        }
        var reading = CurlReading(file)
        reading.run()
        let flows = TranscriptFlows(reading.messages, reading.failures, now: now, url: url).flows
        return CurlVerbose(messages: reading.messages, flows: flows)
    }
}
