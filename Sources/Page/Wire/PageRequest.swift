package import Bytes
package import HTTPModel
import HTTPSemantics

/// A request as the API sees it. A value, made from a head that was read.
package struct PageRequest: Sendable {
    package let method: Method
    /// As it was sent, without the query.
    package let path: String
    /// Path and query as they were sent.
    package let target: String
    /// Decoded; empty ones are left out.
    let segments: [String]
    package let fields: FieldSection
    package var body: Bytes
    /// Who sent it.
    package let peer: PagePeer
    private let query: [(name: Bytes, value: Bytes?)]

    /// More pairs than these are not looked at.
    private static let mostPairs = 50

    /// nil for a target that is no path: this is no proxy.
    package init?(_ head: RequestHead, body: Bytes = Bytes(), peer: PagePeer = .local) {
        guard head.target.form == .origin else { return nil }
        method = head.method
        fields = head.fields
        self.body = body
        self.peer = peer
        let whole = head.raw.slice(head.target.pathAndQuery)
        let mark = whole.firstIndex(of: ASCII.question) ?? whole.count
        path = whole.slice(0..<mark).text
        target = whole.text
        segments = whole.slice(0..<mark).split(separator: ASCII.slash).map {
            PercentCoding.decode(Bytes(Array($0))).text
        }
        query = PercentCoding.pairs(whole.slice(min(mark + 1, whole.count)..<whole.count)).prefix(Self.mostPairs)
            .map { $0 }
    }

    /// The value of the first parameter of this name.
    package func parameter(_ name: String) -> String? {
        query.first { $0.name == Bytes(name) }.map { $0.value?.text ?? "" }
    }

    /// A whole number; `standard` when there is none of this name.
    func number(_ name: String, in range: ClosedRange<Int>, standard: Int) throws(PageError) -> Int {
        guard let text = parameter(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw .request("'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Milliseconds, in microseconds; nil when there is none of this name.
    func time(_ name: String) throws(PageError) -> Int64? {
        guard let text = parameter(name) else { return nil }
        guard let value = Double(text), value.isFinite, abs(value) < 1e12 else {
            throw .request("'\(name)' must be milliseconds since the session's start.")
        }
        return Int64((value * 1000).rounded())
    }

    /// Several numbers, with commas between them.
    func numbers(_ name: String, atMost most: Int) throws(PageError) -> [UInt64] {
        let texts = (parameter(name) ?? "").split(separator: ",")
        let numbers = texts.compactMap { UInt64($0) }
        guard numbers.count == texts.count, !numbers.isEmpty, numbers.count <= most else {
            throw .request("'\(name)' must be flow numbers with commas between them, at most \(most).")
        }
        return numbers
    }
}
