package import Bytes
package import Flow
package import Registry

/// A word that is looked up in the registry: a name, perhaps with a value. A value.
package struct DictionaryName: Sendable {
    package let text: String
    /// What stands behind a colon or equals sign.
    package let rest: Bytes?

    package init(_ word: String) {
        let bytes = Bytes(word)
        let place = bytes.firstIndex { $0 == ASCII.colon || $0 == ASCII.equals }
        text = bytes.slice(0..<(place ?? bytes.count)).trimmed.text
        rest = place.map { bytes.slice(($0 + 1)..<bytes.count).trimmed }
    }

    /// The name as a number; nil when it is none.
    package var number: Int? { Bytes(text).decimal.flatMap { Int(exactly: $0) } }

    /// Methods are case-sensitive; whoever asks need not be.
    package func term(in kind: Vocabulary) -> Term? {
        kind[Bytes(text)] ?? number.flatMap { kind[$0] } ?? kind[Bytes(text.uppercased())]
    }

    /// The value as the field that it stands in takes it apart; nil when none was given, or none can be read.
    package func value(in kind: Vocabulary) -> (field: Bytes, text: Bytes, kind: MessageKind)? {
        guard let rest, !rest.isEmpty else { return nil }
        switch kind {
        case .fields:
            // Fields of both kinds of messages are shown as a response has them.
            return (Bytes(text), rest, WhatIf.isRequestField(Bytes(text)) ? .request : .response)
        case .responseDirectives: return ("Cache-Control", Bytes("\(text)=\(rest.text)"), .response)
        case .requestDirectives: return ("Cache-Control", Bytes("\(text)=\(rest.text)"), .request)
        case .preferences: return ("Prefer", Bytes("\(text)=\(rest.text)"), .request)
        case .forwardedParameters: return ("Forwarded", Bytes("\(text)=\(rest.text)"), .request)
        case .methods, .statuses, .schemes, .contentCodings, .transferCodings, .cookieAttributes, .cookiePrefixes,
            .rangeUnits,
            .relations, .wellKnownURIs, .protocols, .digestAlgorithms, .frames, .settings, .errorCodes,
            .closeCodes, .tlsVersions, .alerts, .mediaTypes, .glossary:
            return nil
        }
    }
}
