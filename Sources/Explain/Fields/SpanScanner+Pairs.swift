import Bytes

/// What a parameter, directive or attribute means, decided when both its name and its value are known.
struct Meaning {
    /// One sentence.
    var text: String
    /// The rule that the value is by, where it is narrower than "token": `delta-seconds`.
    var valueRule: String?
    var spec: String?
    /// What was expected instead of this value, when it breaks the rule.
    var expected: String?

    init(_ text: String, rule: String? = nil, _ spec: String? = nil, expected: String? = nil) {
        self.text = text
        valueRule = rule
        self.spec = spec
        self.expected = expected
    }
}

/// The names that a grammar gives to `name=value` and its parts.
struct PairRule {
    let pair: String
    let name: String
    let value: String
    let spec: String
    /// Whether a name may stand alone.
    var valueIsOptional = false
    /// What may stand in a value without quotes.
    var isValueByte: (@Sendable (UInt8) -> Bool) = OctetClass.token.contains

    static let parameter = PairRule(
        pair: "parameter", name: "parameter-name", value: "parameter-value", spec: "RFC 9110 §5.6.6")
}

extension SpanScanner {
    /// `name "=" ( token / quoted-string )`. The meaning is asked with the name in lower case and the value without
    /// quotes, nil when there is none.
    @discardableResult
    mutating func pair(
        _ rule: PairRule, _ meaning: (Bytes, Bytes?) -> Meaning?
    ) -> (name: Bytes, value: Bytes?) {
        begin()
        let name = token(rule.name, rule.spec) { "The name: \(Quotation.abbreviated($0))." }.lowercased
        if !name.isEmpty, peek == ASCII.space || peek == ASCII.tab, nextAfterWhitespace == ASCII.equals { bws() }
        guard sign(ASCII.equals, rule.spec, "Separates the name from its value.") else {
            let found = meaning(name, nil)
            if !rule.valueIsOptional, !name.isEmpty { expected("\"=\"", rule.spec, "an equals sign and a value") }
            finish(
                rule.pair, found?.spec ?? rule.spec, found?.text ?? "\(Quotation.of(name)), without a value.",
                malformed: found?.expected != nil, lone: .isGroup)
            return (name, nil)
        }
        if peek == ASCII.space || peek == ASCII.tab { bws() }
        let value: Bytes
        var found: Meaning?
        var isMalformed = false
        if peek == ASCII.quote {
            value = quotedString()
            found = meaning(name, value)
            isMalformed = found?.expected != nil
        } else {
            skip(while: rule.isValueByte)
            value = seen
            if value.isEmpty {
                skip { !Octets.isDelimiter($0) }
                expected(rule.value, rule.spec, "a value: a token or a quoted string")
            } else {
                found = meaning(name, value)
                let valueRule = found?.valueRule ?? rule.value
                if let what = found?.expected {
                    expected(valueRule, found?.spec ?? rule.spec, what)
                } else {
                    self.name(valueRule, found?.spec ?? rule.spec, "The value: \(Quotation.abbreviated(value)).")
                }
            }
        }
        finish(
            rule.pair, found?.spec ?? rule.spec,
            found?.text ?? "\(Quotation.of(name)) with the value \(Quotation.of(value)).",
            malformed: isMalformed)
        return (name, value)
    }

    /// `*( OWS ";" OWS [ parameter ] )`. A parameter named `q` is a weight where `weighted`.
    mutating func parameters(
        _ rule: PairRule = .parameter, weighted: Bool = false, _ meaning: (Bytes, Bytes?) -> Meaning?
    ) {
        while nextAfterWhitespace == ASCII.semicolon {
            ows()
            _ = sign(ASCII.semicolon, rule.spec, "Introduces a parameter.")
            ows()
            if isAtEnd || peek == ASCII.semicolon { continue }
            if weighted, let first = peek, ASCII.lowercase(first) == UInt8(ascii: "q"), peek(1) == ASCII.equals {
                weight()
            } else {
                pair(rule, meaning)
            }
            malformedUntilSemicolon(rule)
        }
    }

    /// The byte after any white space here.
    var nextAfterWhitespace: UInt8? { peek(count(while: ASCII.isWhitespace)) }

    private mutating func malformedUntilSemicolon(_ rule: PairRule) {
        guard let next = nextAfterWhitespace, next != ASCII.semicolon, next != ASCII.comma else { return }
        skip { $0 != ASCII.semicolon && $0 != ASCII.comma }
        expected(rule.pair, rule.spec, "a semicolon before the next parameter")
    }

    /// `"q=" qvalue` (RFC 9110 §12.4.2): how much the sender likes this, from 0 to 1.
    private mutating func weight() {
        begin()
        advance(2)
        name("\"q=\"", "RFC 9110 §12.4.2", "Introduces a weight.")
        skip { !Octets.isDelimiter($0) }
        let value = seen
        let text: String
        if let thousandths = value.thousandths {
            text =
                switch thousandths {
                case 0: "Weight 0: this is not acceptable."
                case 1000: "Weight 1: as good as it gets, which is also the default."
                default: "Weight \(Quotation.abbreviated(value)) of 1: liked less than what has a higher weight."
                }
            name("qvalue", "RFC 9110 §12.4.2", text)
        } else {
            text = "A weight that is no number from 0 to 1."
            expected(
                "qvalue", "RFC 9110 §12.4.2", "0, 1, or a number between with at most three digits after the point")
        }
        finish("weight", "RFC 9110 §12.4.2", text)
    }
}
