import Bytes

/// Where in a JSON text a value stands: `$.a.b[0]`, `$["a b"]`, `$.items[*].price` (a part of RFC 9535).
package struct ValuePath: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case member(Bytes)
        case element(Int)
        case all
    }

    /// As it was written.
    let text: String
    let steps: [Step]

    struct Fault: Error {
        let offset: Int
        let message: String
    }

    private static let limit = 64

    init(_ text: String) throws(Fault) {
        self.text = text
        var scan = ByteScanner(Bytes(text))
        guard scan.take(ASCII.dollar) else {
            throw Fault(
                offset: 0,
                message: """
                    a path must begin with $, for example $.items[0]
                    """)
        }
        var steps: [Step] = []
        while !scan.isAtEnd {
            guard steps.count < Self.limit else {
                throw Fault(offset: scan.index, message: "a path can have at most \(Self.limit) steps")
            }
            if scan.take(ASCII.period) {
                if scan.take(ASCII.asterisk) {
                    steps.append(.all)
                } else {
                    let name = scan.run { $0 != ASCII.period && $0 != ASCII.openBracket }
                    guard !name.isEmpty else { throw Fault(offset: scan.index, message: "expected a name") }
                    steps.append(.member(name))
                }
            } else if scan.take(ASCII.openBracket) {
                steps.append(try Self.bracket(&scan))
            } else {
                throw Fault(offset: scan.index, message: "expected '.' or '[', for example $.items[0]")
            }
        }
        self.steps = steps
    }

    private static func bracket(_ scan: inout ByteScanner) throws(Fault) -> Step {
        let start = scan.index
        let step: Step
        if scan.take(ASCII.asterisk) {
            step = .all
        } else if let quote = scan.peek, quote == ASCII.quote || quote == ASCII.apostrophe {
            scan.skipOne()
            let name = scan.run { $0 != quote }
            guard scan.take(quote) else { throw Fault(offset: start, message: "this name has no closing quote") }
            step = .member(name)
        } else {
            let digits = scan.run(while: ASCII.isDigit)
            guard let number = digits.decimal, let place = Int(exactly: number) else {
                throw Fault(offset: scan.index, message: "expected a number, a quoted name or *")
            }
            step = .element(place)
        }
        guard scan.take(ASCII.closeBracket) else { throw Fault(offset: scan.index, message: "missing ']'") }
        return step
    }
}
