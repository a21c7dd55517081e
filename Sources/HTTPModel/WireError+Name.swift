// Codes of the wire as recordings, reports and filters write them.

extension Quirk.Code {
    private static let names = WireCodeNames(allCases)

    /// `bare-line-feed`.
    public var name: String { Self.names[self] }

    /// From its name; also from the spelling of older recordings, `bareLineFeed`.
    public init?(name: String) {
        guard let code = Self.names.code(name) else { return nil }
        self = code
    }
}

extension WireError.Code {
    private static let names = WireCodeNames(allCases)

    /// `missing-host`.
    public var name: String { Self.names[self] }

    /// From its name; also from the spelling of older recordings, `missingHost`.
    public init?(name: String) {
        guard let code = Self.names.code(name) else { return nil }
        self = code
    }
}

/// The names of some codes, made once.
private struct WireCodeNames<Code: RawRepresentable<String> & Hashable & Sendable>: Sendable {
    private let names: [Code: String]
    private let codes: [String: Code]

    init(_ all: [Code]) {
        names = Dictionary(all.map { ($0, Self.hyphenated($0.rawValue)) }, uniquingKeysWith: { first, _ in first })
        codes = Dictionary(all.map { (Self.hyphenated($0.rawValue), $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(code: Code) -> String { names[code] ?? code.rawValue }

    func code(_ name: String) -> Code? { codes[name] ?? Code(rawValue: name) }

    /// `transfer-encoding-in-http10` for `transferEncodingInHTTP10`: a hyphen where a word begins.
    private static func hyphenated(_ name: String) -> String {
        var out = ""
        var followsSmall = false
        for character in name {
            if character.isUppercase, followsSmall { out.append("-") }
            followsSmall = !character.isUppercase
            out += character.lowercased()
        }
        return out
    }
}
