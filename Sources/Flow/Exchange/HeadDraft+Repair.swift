import Bytes
import HTTPModel

/// What was tolerated in a response goes out as the RFC has it.
extension HeadDraft {
    // MARK: - Lines

    /// Whether lines with such a quirk do not go on as they came.
    static func touchesLines(_ code: Quirk.Code) -> Bool {
        switch code {
        case .foldedLine, .spaceBeforeColon, .bareLineFeed, .oddFieldName, .controlInValue, .spaceAroundValue: true
        case .emptyLineBeforeRequest, .connectWithoutHost, .repeatedContentLength, .missingReasonSpace, .obsoleteText,
            .unencodedTarget,
            .bytesAfterLastMessage, .repeatedStatusSpace, .oddVersion, .lengthBesideChunked, .repeatedChunked,
            .identityCoding, .signedContentLength, .paddedChunkSize, .oddChunkExtension, .higherMinorVersion,
            .framingWithoutBody, .forbiddenTrailer, .hostDisagrees, .serverNameDisagrees, .malformedServerName:
            false
        }
    }

    /// Puts each line right that is not as the grammar has it.
    mutating func normaliseLines() {
        for (index, line) in section.lines.enumerated() {
            if line.start < line.nameEnd, section.raw[Int(line.start)] == ASCII.colon, section.isList { continue }
            let name = section.name(of: line)
            if name.isEmpty || !name.allSatisfy({ OctetClass.token.contains($0) }) {
                remove(index, Self.nameReason)
            } else if let reason = reason(for: line) {
                replace(index, with: Self.line(name, Self.clean(section.value(of: line))), reason)
            }
        }
    }

    /// Why the line cannot go out as it came, judged by its own bytes; nil for an ordinary one.
    private func reason(for line: FieldLine) -> Change.Reason? {
        let raw = section.raw
        if section.isList {
            // Between name and value `: ` stands, and behind the value the line end (RFC 9113 §8.2.1).
            let isTight = Int(line.valueStart) == Int(line.nameEnd) + 2 && line.end == line.valueEnd + 2
            return isTight ? nil : Self.spaceReason
        }
        let end = Int(line.end)
        if raw.slice(Int(line.nameEnd)..<max(Int(line.nameEnd), end - 1)).contains(ASCII.lineFeed) {
            return .owed(spec: "RFC 9112 §5.2", text: "A folded field is forwarded on one line.")
        }
        if raw[Int(line.nameEnd)] != ASCII.colon {
            return .owed(spec: "RFC 9112 §5.1", text: "White space between name and colon is removed.")
        }
        let isBare = raw[max(0, end - 2)] != ASCII.carriageReturn
        let text = raw.slice(Int(line.nameEnd)..<max(Int(line.nameEnd), end - (isBare ? 1 : 2)))
        if text.contains(where: Self.isControl) { return Self.controlReason }
        return isBare ? Self.lineFeedReason : nil
    }

    /// A value on one line, with a space in place of each line end and control character (RFC 9110 §5.5, RFC 9112
    /// §5.2).
    private static func clean(_ value: Bytes) -> Bytes {
        guard value.hasControl else { return value }
        return Bytes(value.map { isControl($0) ? ASCII.space : $0 }).trimmed
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        (byte < ASCII.space && byte != ASCII.tab) || byte == ASCII.delete
    }

    static let lineFeedReason = Change.Reason.owed(
        spec: "RFC 9112 §2.2", text: "A line must end with CR LF, not only LF.")

    private static let nameReason = Change.Reason.owed(
        spec: "RFC 9110 §5.1", text: "The field name is empty, or contains a character that is not allowed in names.")

    private static let controlReason = Change.Reason.owed(
        spec: "RFC 9110 §5.5", text: "Control characters in a field value become spaces.")

    private static let spaceReason = Change.Reason.owed(
        spec: "RFC 9113 §8.2.1", text: "White space around a field value is removed.")

    // MARK: - Framing

    /// What says where a response's body ends says it in one way.
    mutating func repairFraming(_ quirks: [Quirk]) {
        guard quirks.contains(where: \.code.doubtsFraming) else { return }
        for quirk in quirks {
            switch quirk.code {
            case .lengthBesideChunked: removeLength(Self.besideReason)
            case .signedContentLength: removeSigns()
            case .identityCoding, .repeatedChunked: repairCodings()
            default: break
            }
        }
    }

    private mutating func removeSigns() {
        for (index, line) in section.lines.enumerated() where line.known == .contentLength && !isRemoved(index) {
            let value = current(index)
            guard value.first == UInt8(ascii: "+") else { continue }
            replace(index, with: Self.line(section.name(of: line), value.slice(1..<value.count)), Self.signReason)
        }
    }

    /// `identity` goes, and `chunked` in a line of its own behind the first one.
    private mutating func repairCodings() {
        var isChunked = false
        for (index, line) in section.lines.enumerated() where line.known == .transferEncoding && !isRemoved(index) {
            let value = section.unfoldedValue(of: line)
            if isChunked, value.equalsIgnoringCase("chunked") {
                remove(index, Self.chunkedAgainReason)
                continue
            }
            var (kept, hasIdentity): ([UInt8], Bool) = ([], false)
            for member in value.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
                let coding = Bytes(Array(member)).trimmed
                isChunked = isChunked || coding.equalsIgnoringCase("chunked")
                guard !coding.equalsIgnoringCase("identity") else {
                    hasIdentity = true
                    continue
                }
                if !kept.isEmpty { kept += [ASCII.comma, ASCII.space] }
                kept += coding.array
            }
            guard hasIdentity else { continue }
            if kept.isEmpty {
                remove(index, Self.identityReason)
            } else {
                replace(index, with: Self.line(section.name(of: line), Bytes(kept)), Self.identityReason)
            }
        }
    }

    private static let besideReason = Change.Reason.owed(
        spec: "RFC 9112 §6.3", text: "Transfer-Encoding overrides Content-Length, which is removed.")

    private static let signReason = Change.Reason.owed(
        spec: "RFC 9110 §8.6", text: "Content-Length must have only digits.")

    private static let chunkedAgainReason = Change.Reason.owed(
        spec: "RFC 9112 §6.1", text: "The content is chunked once, so chunked is named once.")

    private static let identityReason = Change.Reason.owed(
        spec: "RFC 9112 §7", text: "identity is not a transfer coding, so it is removed.")
}
