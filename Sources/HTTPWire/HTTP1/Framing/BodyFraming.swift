import Bytes
public import HTTPModel

/// How long a message's body is: RFC 9112 §6.3. Nothing else in Hark decides it.
///
/// Two questions, kept apart: are the fields sane (`FramingFacts`), and which rule applies to them (`decide`). If the
/// fields can be read in two ways, the result is an error, and the message must not be forwarded.
public enum BodyFraming {
    /// Where the body of a request ends; throws if two readers could disagree.
    public static func request(_ head: RequestHead) throws(WireError) -> Framing {
        var quirks = QuirkList()
        return try request(head.method, head.version, head.fields, Limits(), &quirks)
    }

    /// Where the body of a response ends, given the method of its request; throws if two readers could disagree.
    public static func response(_ head: ResponseHead, to method: Method) throws(WireError) -> Framing {
        var quirks = QuirkList()
        return try response(head.status, head.version, head.fields, to: method, Limits(), .standard, &quirks)
    }

    static func request(
        _ method: Method, _ version: HTTPVersion, _ fields: FieldSection, _ limits: Limits, _ quirks: inout QuirkList
    ) throws(WireError) -> Framing {
        let facts = FramingFacts(method, status: nil, version, fields)
        try facts.checkSanity(of: fields)
        noteRepetitions(facts, fields, limits, &quirks)
        return framing(facts)
    }

    static func response(
        _ status: Int, _ version: HTTPVersion, _ fields: FieldSection, to method: Method, _ limits: Limits,
        _ tolerances: Tolerances, _ quirks: inout QuirkList
    ) throws(WireError) -> Framing {
        let facts = FramingFacts(method, status: status, version, fields)
        let framing = framing(facts)
        // Of a message without a body too, as a reader that forgets rule 1 goes by its fields. Before a tunnel nobody
        // does.
        if framing.kind != .tunnel {
            try facts.checkSanity(of: fields)
            if let odd = facts.oddities.first, !tolerances.contains(.oddFraming), version.major < 2 {
                throw .field(odd.error, odd.line, in: fields)
            }
        }
        if status < 200 || status == 204, fields.contains(.transferEncoding) || fields.contains(.contentLength) {
            try noteFramingWithoutBody(fields, limits, tolerances, &quirks)
        } else {
            noteRepetitions(facts, fields, limits, &quirks)
            if version.major < 2, framing.kind != .tunnel { note(facts.oddities, &quirks) }
        }
        return framing
    }

    private static func note(_ oddities: [FramingFacts.Oddity], _ quirks: inout QuirkList) {
        for odd in oddities {
            quirks.append(Quirk(odd.quirk, offset: odd.line.value.lowerBound, length: odd.line.value.count))
        }
    }

    @inline(__always)
    private static func framing(_ facts: FramingFacts) -> Framing {
        var nobody = NoWitness()
        let decision = decide(facts, &nobody)
        // Sane fields always decide. Should they not, the close of the connection is the one end there is.
        return Framing(decision.kind ?? .close, rule: decision.rule)
    }

    /// The rules in the order of RFC 9112 §6.3, numbered as there, each shown to the witness as it is tried.
    ///
    /// For fields that are not sane it is what the RFC tells a reader that goes on nevertheless; no kind where nobody
    /// can tell.
    package static func decide<Witness: FramingWitness>(
        _ facts: FramingFacts, _ witness: inout Witness
    ) -> (kind: Framing.Kind?, rule: Int) {
        // RFC 9113 §8.1, RFC 9114 §4.1: frames have an end of their own, and the rules are about HTTP/1.
        if facts.version.major >= 2 {
            witness.tried(0, held: true, .framed)
            return (.frames, 0)
        }
        if let kind = rule1(facts, &witness) { return (kind, 1) }
        if let kind = rule2(facts, &witness) { return (kind, 2) }
        // Rule 3: both fields. The coding overrides the length.
        if facts.hasCodings, facts.hasLengths {
            witness.tried(3, held: true, .both)
            return (facts.codings == .chunkedLast && facts.version >= .http11 ? .chunked : nil, 3)
        }
        witness.tried(3, held: false, .notBoth)
        if let decided = rule4(facts, &witness) { return decided }
        if let decided = rules5And6(facts, &witness) { return decided }
        // Rule 7: a request without either field.
        if facts.isRequest {
            witness.tried(
                7, held: true, facts.hasCodings || facts.hasLengths ? .connectWithoutBody : .requestWithoutBody)
            return (.some(.none), 7)
        }
        witness.tried(7, held: false, .aResponseForRule7)
        // Rule 8: a response of which nothing says how long it is.
        witness.tried(8, held: true, .nothingSays)
        return (.close, 8)
    }

    /// Rule 1: the answer to HEAD, and 1xx, 204, 304, whatever their fields say.
    @inline(__always)
    private static func rule1<Witness: FramingWitness>(
        _ facts: FramingFacts, _ witness: inout Witness
    ) -> Framing.Kind? {
        guard let status = facts.status else {
            witness.tried(1, held: false, .aRequestForRule1)
            return nil
        }
        // RFC 9110 §15.2.2: it ends at its empty line too, and then the protocol changes.
        if status == 101 {
            witness.tried(1, held: true, .switchesProtocols)
            return .tunnel
        }
        if facts.method == .connect, (200..<300).contains(status) {
            witness.tried(1, held: false, .answersConnect)
            return nil
        }
        if facts.method == .head {
            witness.tried(1, held: true, .answersHead)
            return .some(.none)
        }
        if status < 200 || status == 204 || status == 304 {
            witness.tried(1, held: true, .statusWithoutBody)
            return .some(.none)
        }
        witness.tried(1, held: false, .statusWithBody)
        return nil
    }

    /// Rule 2: 2xx to CONNECT.
    @inline(__always)
    private static func rule2<Witness: FramingWitness>(
        _ facts: FramingFacts, _ witness: inout Witness
    ) -> Framing.Kind? {
        guard let status = facts.status else {
            witness.tried(2, held: false, .aRequestForRule2)
            return nil
        }
        guard facts.method == .connect else {
            witness.tried(2, held: false, .answersAnotherMethod)
            return nil
        }
        let isTunnel = (200..<300).contains(status)
        witness.tried(2, held: isTunnel, isTunnel ? .makesATunnel : .connectWasRefused)
        return isTunnel ? .tunnel : nil
    }

    /// Rule 4: Transfer-Encoding. nil when it does not apply; no kind when nobody can tell.
    @inline(__always)
    private static func rule4<Witness: FramingWitness>(
        _ facts: FramingFacts, _ witness: inout Witness
    ) -> (kind: Framing.Kind?, rule: Int)? {
        switch facts.codings {
        case .none:
            witness.tried(4, held: false, .noCodings)
            return nil
        case .chunkedLast, .other:
            // RFC 9112 §6.1: in HTTP/1.0 the framing is faulty.
            guard facts.version >= .http11 else {
                witness.tried(4, held: true, .codingsInHTTP10)
                return (nil, 4)
            }
            guard facts.codings == .chunkedLast else {
                witness.tried(4, held: true, .chunkedIsNotLast)
                return (facts.isRequest ? nil : .close, 4)
            }
            // RFC 9110 §9.3.6: a CONNECT request has no content, whatever its fields say. What follows is the tunnel's.
            if facts.isRequest, facts.method == .connect {
                witness.tried(4, held: false, .codingsOfConnect)
                return nil
            }
            witness.tried(4, held: true, .chunkedIsLast)
            return (.chunked, 4)
        }
    }

    /// Rule 5: a Content-Length that is none. Rule 6: one that is.
    @inline(__always)
    private static func rules5And6<Witness: FramingWitness>(
        _ facts: FramingFacts, _ witness: inout Witness
    ) -> (kind: Framing.Kind?, rule: Int)? {
        switch facts.length {
        case .none:
            witness.tried(5, held: false, .noLengthToBeWrong)
            witness.tried(6, held: false, .noLength)
            return nil
        case .invalid:
            witness.tried(5, held: true, .lengthIsNone)
            return (nil, 5)
        case .known(let length):
            witness.tried(5, held: false, facts.isLengthRepeated ? .lengthIsRepeated : .lengthIsOne)
            // RFC 9110 §9.3.6, once more.
            if facts.isRequest, facts.method == .connect {
                witness.tried(6, held: false, .lengthOfConnect(length))
                return nil
            }
            witness.tried(6, held: true, .lengthSays(length))
            return (.length(length), 6)
        }
    }

    // MARK: - What is tolerated

    /// RFC 9112 §6.3 rule 5: equal lengths count as one.
    private static func noteRepetitions(
        _ facts: FramingFacts, _ fields: FieldSection, _ limits: Limits, _ quirks: inout QuirkList
    ) {
        guard facts.isLengthRepeated else { return }
        for line in facts.repetitions(in: fields) {
            quirks.note(
                Quirk(.repeatedContentLength, offset: Int(line.start), length: line.value.upperBound - Int(line.start)),
                limit: limits.quirks)
        }
    }

    /// RFC 9110 §8.6, RFC 9112 §6.1: neither field may stand in a 1xx or 204.
    private static func noteFramingWithoutBody(
        _ fields: FieldSection, _ limits: Limits, _ tolerances: Tolerances, _ quirks: inout QuirkList
    ) throws(WireError) {
        for line in fields.lines where line.known == .contentLength || line.known == .transferEncoding {
            guard tolerances.contains(.framingWithoutBody) else {
                throw .field(.framingWithoutBody, line, in: fields)
            }
            quirks.note(
                Quirk(.framingWithoutBody, offset: Int(line.start), length: line.name.count), limit: limits.quirks)
        }
    }
}
