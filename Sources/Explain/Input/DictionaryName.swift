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
        kind[Bytes(text)] ?? number.flatMap { kind[Self.row(of: $0, in: kind)] } ?? kind[Bytes(text.uppercased())]
            ?? setting(in: kind)
    }

    /// RFC 6455 §7.4.2 gives all close codes from 4000 to 4999 to applications; one row says so.
    private static func row(of number: Int, in kind: Vocabulary) -> Int {
        kind == .closeCodes && (4000...4999).contains(number) ? 4000 : number
    }

    /// Settings are registered without the prefix that their specifications write.
    private func setting(in kind: Vocabulary) -> Term? {
        let prefix = "SETTINGS_"
        guard kind == .settings || kind == .http3Settings, text.uppercased().hasPrefix(prefix) else { return nil }
        return kind[Bytes(String(text.uppercased().dropFirst(prefix.count)))]
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
        case .policyDirectives: return ("Content-Security-Policy", Bytes("\(text) \(rest.text)"), .response)
        case .policyFeatures: return ("Permissions-Policy", Bytes("\(text)=\(rest.text)"), .response)
        case .transportDirectives:
            return ("Strict-Transport-Security", Bytes("\(text)=\(rest.text)"), .response)
        case .preferences: return ("Prefer", Bytes("\(text)=\(rest.text)"), .request)
        case .forwardedParameters: return ("Forwarded", Bytes("\(text)=\(rest.text)"), .request)
        case .methods, .statuses, .schemes, .contentCodings, .transferCodings, .cookieAttributes, .cookiePrefixes,
            .rangeUnits,
            .relations, .wellKnownURIs, .protocols, .digestAlgorithms, .frames, .settings, .errorCodes, .http3Frames,
            .http3Settings, .http3Errors, .closeCodes, .tlsVersions, .alerts, .mediaTypes, .glossary:
            return nil
        }
    }
}
