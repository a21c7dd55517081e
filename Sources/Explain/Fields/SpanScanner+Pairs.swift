import Bytes
import HTTPSemantics

/// What a parameter, directive or attribute means, decided when both its name and its value are known.
struct Meaning {
    /// One sentence.
    var text: Wording
    /// The rule that the value is by, where it is narrower than "token": `delta-seconds`.
    var valueRule: String?
    var spec: String?
    /// What was expected instead of this value, when it breaks the rule.
    var expected: String?

    init(_ text: Wording, rule: String? = nil, _ spec: String? = nil, expected: String? = nil) {
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
    /// `name "=" ( token / quoted-string )`, to the end of what may be read. The meaning is asked with the name in
    /// lower case and the value without quotes, nil when there is none: both as whoever acts on the field reads them.
    mutating func pair(_ rule: PairRule, _ meaning: (Bytes, Bytes?) -> Meaning?) {
        let (writtenName, written) = FieldList.pair(rest)
        let name = writtenName.lowercased
        begin()
        within(writtenName, rule.name, rule.spec) { scan in
            scan.token(rule.name, rule.spec) { "The name: \(abbreviating: $0)." }
        }
        guard let written else {
            let found = meaning(name, nil)
            if !rule.valueIsOptional, !name.isEmpty { expected("\"=\"", rule.spec, "an equals sign and a value") }
            return finish(
                rule.pair, found?.spec ?? rule.spec, found?.text ?? "\(quoting: name), without a value.",
                malformed: found?.expected != nil, lone: .isGroup)
        }
        bws()
        if name.isEmpty, take(ASCII.equals) {
            expected(rule.name, rule.spec, "a name before the equals sign")
        } else {
            _ = sign(ASCII.equals, rule.spec, "Separates the name from its value.")
        }
        bws()
        let value = FieldList.unquote(written)
        let found = meaning(name, value)
        let isQuoted = peek == ASCII.quote
        if isQuoted {
            within(written, rule.value, rule.spec) { $0.quotedString() }
        } else {
            self.value(written, rule, found)
        }
        finish(
            rule.pair, found?.spec ?? rule.spec,
            found?.text ?? "\(quoting: name) with the value \(quoting: value).",
            malformed: isQuoted && found?.expected != nil)
    }

    private mutating func value(_ written: Bytes, _ rule: PairRule, _ found: Meaning?) {
        let valueRule = found?.valueRule ?? rule.value
        let spec = found?.spec ?? rule.spec
        advance(over: written)
        if let what = found?.expected, !written.isEmpty {
            expected(valueRule, spec, what)
        } else if written.isEmpty || !written.allSatisfy(rule.isValueByte) {
            expected(rule.value, rule.spec, "a value: a token or a quoted string")
        } else {
            name(valueRule, spec, "The value: \(abbreviating: written).")
        }
    }

    /// `*( OWS ";" OWS [ parameter ] )`, to the end of what may be read. A parameter named `q` is a weight where
    /// `weighted`.
    mutating func parameters(
        _ rule: PairRule = .parameter, weighted: Bool = false, _ meaning: (Bytes, Bytes?) -> Meaning?
    ) {
        parts(rule.pair, rule.spec, separator: "Introduces a parameter.") { scan in
            let (name, value) = FieldList.pair(scan.rest)
            if weighted, let value, Preference.isWeight(name) {
                scan.weight(value)
            } else {
                scan.pair(rule, meaning)
            }
        }
    }

    /// `"q=" qvalue` (RFC 9110 §12.4.2): how much the sender likes this, from 0 to 1.
    private mutating func weight(_ value: Bytes) {
        begin()
        advance(2)
        let isTight = seen.last == ASCII.equals
        if !isTight { advance(start(of: value) - index) }
        name("\"q=\"", "RFC 9110 §12.4.2", "Introduces a weight.", malformed: !isTight)
        bws()
        advance(over: value)
        let text: Wording
        if let thousandths = value.thousandths {
            text =
                switch thousandths {
                case 0: "Weight 0: this is not acceptable."
                case 1000: "Weight 1: fully preferred, the default."
                default: "Weight \(abbreviating: value) of 1: less preferred than higher weights."
                }
            name("qvalue", "RFC 9110 §12.4.2", text)
        } else {
            text = "This weight is not a number from 0 to 1."
            expected(
                "qvalue", "RFC 9110 §12.4.2", "0, 1, or a number between with at most three digits after the point")
        }
        finish("weight", "RFC 9110 §12.4.2", text)
    }
}
