import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

extension Redactor {
    func heads(of record: inout FlowRecord, _ places: inout RedactedPlaces) {
        if let head = record.requestHead {
            let (raw, edits) = self.head(head.raw, "request", &places)
            places.request.edits = edits
            if !edits.isEmpty {
                places.request.headSize = head.raw.count
                let read = RecordedHead.request(raw).head
                record.requestHead = RequestHead(
                    method: read.method, target: read.target, version: read.version, fields: read.fields,
                    quirks: head.quirks.map { $0.moved(by: edits) }, omittedQuirks: head.omittedQuirks)
            }
        }
        if let head = record.responseHead {
            let (raw, edits) = self.head(head.raw, "response", &places)
            places.response.edits = edits
            if !edits.isEmpty {
                places.response.headSize = head.raw.count
                // What was a response once is one now: only values differ.
                let read = RecordedHead.response(raw, to: record.method, isLive: head.version.major < 2).head ?? head
                record.responseHead = ResponseHead(
                    status: head.status, version: head.version, reasonRange: read.reasonRange, fields: read.fields,
                    quirks: head.quirks.map { $0.moved(by: edits) }, omittedQuirks: head.omittedQuirks)
            }
        }
        for index in record.interim.indices { interim(&record.interim[index], &places) }
        if let told = record.toldURL { record.toldURL = url(told, "URL", &places) }
        if let refused = record.refusedRequest {
            record.refusedRequest = RefusedRequest(
                method: refused.method, target: url(refused.target, "URL", &places), version: refused.version,
                host: refused.host)
        }
    }

    private func interim(_ interim: inout FlowRecord.Interim, _ places: inout RedactedPlaces) {
        let (raw, edits) = head(interim.head.raw, "interim response", &places)
        var result = interim
        if !edits.isEmpty, let head = RecordedHead.response(raw, to: .get).head {
            result = FlowRecord.Interim(head, sent: interim.sent)
            result.edits = interim.edits
            result.droppedFor = interim.droppedFor
        }
        result.sent = interim.sent.map { again($0) }
        result.edits = result.edits.map { change($0) }
        interim = result
    }

    /// The bytes of a head, and where they differ.
    func head(
        _ raw: Bytes, _ message: String, _ places: inout RedactedPlaces, hasStartLine: Bool = true
    ) -> (Bytes, [RedactedPlaces.Edit]) {
        // HTTP/2 has a list of fields, the target among the first ones.
        let isList = hasStartLine && raw.first == ASCII.colon
        let section = RecordedHead.section(raw, hasStartLine: hasStartLine && !isList)
        var found: [Secret] = []
        if hasStartLine, !isList {
            found = SecretFinder.secrets(inStartLine: section.startLine)
            for secret in found { note(secret, in: section.startLine, isNamed: true) }
            places.add("URL", found.count)
        }
        for line in section.lines {
            let text = section.raw.slice(Int(line.start)..<Int(max(line.valueEnd, line.start)))
            let secrets = self.secrets(inLine: text)
            guard !secrets.isEmpty else { continue }
            for secret in secrets {
                found.append(
                    Secret(
                        Int(line.start) + secret.range.lowerBound..<Int(line.start) + secret.range.upperBound,
                        secret.coding))
                note(secret, in: text, isNamed: Self.isNamed(secret, in: text, line))
            }
            places.add("\(message) \(section.name(of: line).text)", secrets.count)
            rememberParts(of: section, line)
        }
        let listed = found.apart.count
        known.find(in: raw, into: &found)
        findEchoes(inHead: section, &found)
        places.add("\(message) head, repeated", found.apart.count - listed)
        let opening = section.lines.last { raw[Int($0.start)] == ASCII.colon }
        let bare = isList ? Int(opening?.end ?? 0) : section.startLine.count
        return replace(hasStartLine ? Self.fit(found, for: bare) : found, in: raw)
    }

    /// A cookie's value is a credential by the cookie's name, or by its looks.
    private static func isNamed(_ secret: Secret, in text: Bytes, _ line: FieldLine) -> Bool {
        guard line.known == .cookie || line.known == .setCookie else { return true }
        let before = text.slice(0..<secret.range.lowerBound)
        guard let sign = before.lastIndex(of: ASCII.equals) else { return false }
        let start = before.slice(0..<sign).lastIndex { $0 == ASCII.semicolon || $0 == ASCII.colon } ?? -1
        return SecretNames.strength(of: before.slice(start + 1..<sign).trimmed) != nil
    }

    /// Only in values and in the target: names, methods and what frames a message are what they are.
    func findEchoes(inHead section: FieldSection, _ found: inout [Secret]) {
        guard echoed.count > 0 else { return }
        let start = section.startLine
        if section.lines.first?.start != 0, let first = start.firstIndex(of: ASCII.space),
            let last = start.lastIndex(of: ASCII.space), last > first
        {
            echoed.find(in: section.raw, first + 1..<last, into: &found)
        }
        for line in section.lines where !Self.isFixed(line, in: section) {
            echoed.find(in: section.raw, Int(line.valueStart)..<Int(max(line.valueStart, line.valueEnd)), into: &found)
        }
    }

    private static func isFixed(_ line: FieldLine, in section: FieldSection) -> Bool {
        switch line.known {
        case .contentLength, .transferEncoding, .contentType, .contentEncoding, .connection, .host, .upgrade: true
        default: section.raw[Int(line.start)] == ASCII.colon && !section.name(of: line).isExactly(":path")
        }
    }

    /// What stands in a start line, or in `:path`, has no spaces, lest it have more parts than it had.
    private static func fit(_ found: [Secret], for opening: Int) -> [Secret] {
        found.map { $0.range.lowerBound < opening && $0.coding == .plain ? Secret($0.range, .percent) : $0 }
    }

    /// The password of Basic credentials (RFC 7617 §2), which stands in no message as it is.
    private func rememberParts(of section: FieldSection, _ line: FieldLine) {
        guard line.known == .authorization || line.known == .proxyAuthorization,
            let value = AuthorizationValue(section.unfoldedValue(of: line)),
            value.scheme.equalsIgnoringCase("basic"), let credentials = BasicCredentials(token: value.rest)
        else { return }
        known.add(credentials.password)
        echoed.add(credentials.password, isNamed: true)
    }

    /// A head that went on, or another copy of what was counted already.
    func again(_ raw: Bytes, hasStartLine: Bool = true) -> Bytes {
        var uncounted = RedactedPlaces()
        return head(raw, "", &uncounted, hasStartLine: hasStartLine).0
    }

    private func url(_ url: Bytes, _ place: String, _ places: inout RedactedPlaces) -> Bytes {
        var found = SecretFinder.secrets(inURL: url)
        repeated(in: url, &found)
        places.add(place, found.apart.count)
        return replace(Self.fit(found, for: url.count), in: url).bytes
    }

    // MARK: What was done on the way

    func evidence(of record: inout FlowRecord, _ places: inout RedactedPlaces) {
        for kind in [MessageKind.request, .response] {
            var message = record[kind]
            let sent = message.sent.map { again($0) }
            // A field block says the same once more, in a code where it is not found: it goes as a whole.
            if !(kind == .request ? places.request : places.response).edits.isEmpty { message.block = nil }
            if sent != message.sent || message.block == nil { message.sentBlock = nil }
            message.sent = sent
            message.edits = message.edits.map { change($0) }
            if let trailers = message.trailers {
                let raw = head(trailers.raw, "\(kind.rawValue) trailer", &places, hasStartLine: false).0
                message.trailers = RecordedHead.section(raw, hasStartLine: false)
            }
            message.trailersSent = message.trailersSent.map { again($0, hasStartLine: false) }
            message.trailerEdits = message.trailerEdits.map { change($0) }
            let malformed = message.malformedHead.map {
                again(text("\(kind.rawValue), not parsed", $0, &places))
            }
            if malformed != message.malformedHead { message.block = nil }
            message.malformedHead = malformed
            for index in message.chunks.indices where !message.chunks[index].chunk.extension.isEmpty {
                let chunk = message.chunks[index].chunk
                let line = text("\(kind.rawValue) chunk", chunk.line, &places)
                if line != chunk.line, let clean = Chunk(offset: chunk.offset, line: line) {
                    message.chunks[index].chunk = clean
                }
            }
            record[kind] = message
        }
        record.toldChanges = record.toldChanges.map { changes in
            changes.map { change in
                var clean = change
                clean.line = line(change.line)
                clean.replacement = change.replacement.map { line($0) }
                clean.reason = line(change.reason)
                return clean
            }
        }
        // As of GOAWAY itself: its words are anything a server's author thought helpful.
        if let outcome = record.outcome?.withoutForeignWords {
            let error = outcome.error.map {
                WireError($0.code, offset: $0.offset, length: $0.length, bytes: redacted(text: $0.bytes))
            }
            record.outcome = Outcome(
                outcome.kind, by: outcome.by, outcome.code, error: error,
                detail: redacted(text: Bytes(outcome.detail)).text)
        }
    }

    private func text(_ place: String, _ text: Bytes, _ places: inout RedactedPlaces) -> Bytes {
        var found = SecretFinder.secrets(inText: text)
        repeated(in: text, &found)
        places.add(place, found.apart.count)
        return replace(found, in: text).bytes
    }

    private func change(_ change: Change) -> Change {
        let action: HeadAction =
            switch change.action {
            case .replaceStartLine(let line): .replaceStartLine(self.line(line))
            case .remove: change.action
            case .replace(let index, let with): .replace(line: index, with: line(with))
            case .add(let new): .add(line(new))
            case .replaceHead(let new): .replaceHead(lines(new))
            }
        switch change.reason {
        case .owed: return Change(action, change.reason)
        case .rule(let flag): return Change(action, .rule(line(Bytes(flag)).text))
        case .raw(let flag): return Change(action, .raw(line(Bytes(flag)).text))
        }
    }

    /// Line by line, whatever ends each.
    private func lines(_ text: Bytes) -> Bytes {
        let clean = text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).map { piece in
            let hasReturn = piece.last == ASCII.carriageReturn
            return line(Bytes(Array(hasReturn ? piece.dropLast() : piece))).array
                + (hasReturn ? [ASCII.carriageReturn] : [])
        }
        return Bytes(Array(clean.joined(separator: [ASCII.lineFeed])))
    }

    /// A field line or a start line: what a change was made to may be either.
    private func line(_ line: Bytes) -> Bytes {
        let isStartLine = !line.hasOpening("--") && line.prefix { $0 != ASCII.space }.allSatisfy { $0 != ASCII.colon }
        var found = secrets(inLine: line)
        known.find(in: line, into: &found)
        let value = isStartLine ? line.firstIndex(of: ASCII.space) : line.firstIndex(of: ASCII.colon)
        if let value { echoed.find(in: line, value + 1..<line.count, into: &found) }
        return replace(isStartLine ? Self.fit(found, for: line.count) : found, in: line).bytes
    }
}

extension Quirk {
    fileprivate func moved(by edits: [RedactedPlaces.Edit]) -> Quirk {
        let range = edits.moved(offset..<offset + max(0, length))
        return Quirk(code, offset: range.lowerBound, length: range.count)
    }
}
