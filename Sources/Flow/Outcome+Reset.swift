import Registry

// A stream of HTTP/2 that was ended at once, as the end of a flow.

extension Outcome {
    /// RST_STREAM came from this side, with this code (RFC 9113 §6.4).
    package static func reset(by party: Party, code: UInt32) -> Outcome {
        Outcome(
            .aborted, by: party, party == .client ? .resetByClient : .resetByUpstream, detail: name(ofReset: code))
    }

    /// `CANCEL: The stream is not wanted any more.`
    private static func name(ofReset code: UInt32) -> String {
        guard let term = Vocabulary.errorCodes[Int(code)] else { return "code \(code)" }
        return "\(term.name): \(term.text)"
    }
}
