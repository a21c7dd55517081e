import Bytes
import HTTPModel

/// What many exchanges of a session have in common: who asked, how, and with which kind of answer. Exchanges with the
/// same terms share one value.
struct VisitTerms: Sendable, Hashable {
    /// Tells clients apart: address and User-Agent.
    let client: Int
    let method: Method
    /// 0 when there was no answer.
    let status: Int
    let origin: Bytes
    let host: Bytes
    let isSecure: Bool

    // The request.
    let isConditional: Bool
    let isUnguardedWrite: Bool
    /// The client said that it wants no stored response.
    let isReload: Bool
    let hasRange: Bool
    let authorization: Int?
    /// Its scheme is NTLM or Negotiate, whose 401 is a step and no refusal.
    let isHandshake: Bool
    let isMultipart: Bool
    let cookieCount: Int

    // The answer.
    let hasAge: Bool
    /// A private cache keeps it.
    let isKept: Bool
    let vary: [Bytes]
    /// Fields that a 304 has to repeat.
    let repeated: Set<Bytes>
    let type: Bytes
    let coding: Bytes
    let language: Bytes
    let isPermanentRedirect: Bool
    /// max-age of Strict-Transport-Security; nil when https did not announce it.
    let hstsMaxAge: UInt64?
    let announcesHSTSBelow: Bool
    let isReused: Bool?
    let isHTTP1: Bool
    /// The connection ends with this exchange.
    let closes: Bool
    /// It came out of a cache on the way, as that reports.
    let isHit: Bool
}

/// What few exchanges of a session have.
struct SeldomSeen: Sendable {
    var idempotencyKey: Int?
    var target: Bytes?
    var retryAfter: Int64?
    var allowsCredentialsTo: Bytes?
    var cspNonces: [Int] = []
    var created: Bytes?
    var next: Bytes?
    var range: ClosedRange<UInt64>?
    /// A field of the request that Vary names and the answer does not fit, with what it is for.
    var unfit: (field: String, value: Bytes)?
    /// Nonce and count of Digest credentials.
    var digest: (key: Int, count: Bytes)?
    /// A code that is exchanged for tokens (RFC 6749 §4.1.3), as a hash.
    var authorizationCode: Int?

    var isNothing: Bool {
        idempotencyKey == nil && target == nil && retryAfter == nil && allowsCredentialsTo == nil && cspNonces.isEmpty
            && created == nil && next == nil && range == nil && unfit == nil && digest == nil
            && authorizationCode == nil
    }
}

/// A value in one place, so that what refers to it needs eight bytes.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// The fields of a request by hashes of their names and values, four bytes each: enough to see whether two requests
/// have the same.
struct AskedFields: Sendable, Hashable {
    /// Name and value of each, in the order of the names.
    private let pairs: [UInt64]

    /// More lines are not compared.
    private static let most = 100

    init(_ fields: FieldSection) {
        var values: [UInt32: Int] = [:]
        for line in fields.lines.prefix(Self.most) {
            let name = Self.hash(of: fields.name(of: line))
            values[name] = (values[name] ?? 0) &* 31 &+ fields.value(of: line).hashValue
        }
        pairs = values.map { UInt64($0.key) << 32 | UInt64(UInt32(truncatingIfNeeded: $0.value)) }.sorted()
    }

    /// What stands for the values of a field; nil when the request does not have it.
    subscript(name: Bytes) -> UInt32? { value(Self.hash(of: name)) }

    /// Whether the field has one line, and this value.
    func hasOnly(_ value: Bytes, _ name: Bytes) -> Bool { self[name] == UInt32(truncatingIfNeeded: value.hashValue) }

    /// The name of the one field in which two requests differ, among these; nil when they differ in none, in several,
    /// or in one that is not among them.
    ///
    /// - Parameter ignored: fields that may differ as well.
    func onlyDifference(from other: AskedFields, among names: [String], ignoring ignored: [String]) -> String? {
        let ignored = Set(ignored.map { Self.hash(of: Bytes($0)) })
        let all = Set((pairs + other.pairs).map { UInt32(truncatingIfNeeded: $0 >> 32) }).subtracting(ignored)
        let differing = all.filter { value($0) != other.value($0) }
        guard differing.count == 1, let only = differing.first else { return nil }
        return names.first { Self.hash(of: Bytes($0)) == only }
    }

    private func value(_ name: UInt32) -> UInt32? {
        pairs.first { $0 >> 32 == UInt64(name) }.map { UInt32(truncatingIfNeeded: $0) }
    }

    private static func hash(of name: Bytes) -> UInt32 { UInt32(truncatingIfNeeded: name.lowercased.hashValue) }
}

/// Finds what exchanges of a session have in common, so that it is kept once.
struct VisitPool: Sendable {
    private var terms: [Int: Boxed<VisitTerms>] = [:]
    private var asked: [Int: AskedFields] = [:]
    private var texts: [Int: Bytes] = [:]

    /// So many of a kind are looked for; what comes later and is new is kept by itself.
    private static let most = 20_000

    var count: Int { terms.count + asked.count + texts.count }

    /// The same, kept once.
    mutating func shared(_ terms: VisitTerms) -> Boxed<VisitTerms> {
        if let known = self.terms[terms.hashValue], known.value == terms { return known }
        let new = Boxed(terms)
        if self.terms.count < Self.most { self.terms[terms.hashValue] = new }
        return new
    }

    /// The same bytes, which keep nothing else alive.
    mutating func shared(_ text: Bytes) -> Bytes {
        if let known = texts[text.hashValue], known == text { return known }
        let new = text.kept
        if texts.count < Self.most { texts[new.hashValue] = new }
        return new
    }

    mutating func shared(_ asked: AskedFields) -> AskedFields {
        if let known = self.asked[asked.hashValue], known == asked { return known }
        if self.asked.count < Self.most { self.asked[asked.hashValue] = asked }
        return asked
    }
}
