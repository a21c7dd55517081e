/// Why a value is not a valid Structured Field: the byte, and what was expected there.
public struct StructuredFieldError: Error, Sendable, Hashable {
    /// What was expected.
    public enum Expectation: String, Sendable, CaseIterable {
        /// The value should have ended.
        case end
        case comma
        case member
        case key
        case bareItem
        case digit
        case fewerDigits
        case closingQuote
        case printableCharacter
        case escapedCharacter
        case base64
        case closingColon
        case zeroOrOne
        case wholeSeconds
        case openingQuote
        case lowercaseHex
        case utf8
        case spaceOrParenthesis
        case closingParenthesis
    }

    /// Bytes from the start of the joined value.
    public let offset: Int
    /// What was expected.
    public let expected: Expectation

    /// An error at a byte of the value.
    public init(_ expected: Expectation, at offset: Int) {
        self.expected = expected
        self.offset = offset
    }
}

extension StructuredFieldError {
    /// What was expected, as it follows the word "expected".
    public var text: String {
        switch expected {
        case .end: "the end of the value"
        case .comma: "a comma or the end of the value"
        case .member: "another member after the comma"
        case .key: "a key, which begins with a lower-case letter or *"
        case .bareItem: "a number, string, token, byte sequence, boolean, date or display string"
        case .digit: "a digit"
        case .fewerDigits: "a number of at most 15 digits, or of 12 before the point and 3 after it"
        case .closingQuote: "a closing quote"
        case .printableCharacter: "a printable ASCII character"
        case .escapedCharacter: "a quote or a backslash after the backslash"
        case .base64: "base64"
        case .closingColon: "a colon that ends the byte sequence"
        case .zeroOrOne: "0 or 1 after the question mark"
        case .wholeSeconds: "a whole number of seconds after the @"
        case .openingQuote: "a quote after the percent sign"
        case .lowercaseHex: "two hexadecimal digits in lower case after the percent sign"
        case .utf8: "octets that are UTF-8"
        case .spaceOrParenthesis: "a space or a closing parenthesis"
        case .closingParenthesis: "a closing parenthesis"
        }
    }

    /// The rule that was expected.
    public var rule: String {
        switch expected {
        case .end, .comma, .member: "list-member"
        case .key: "key"
        case .bareItem: "bare-item"
        case .digit, .fewerDigits: "sf-integer"
        case .closingQuote, .printableCharacter, .escapedCharacter: "sf-string"
        case .base64, .closingColon: "sf-binary"
        case .zeroOrOne: "sf-boolean"
        case .wholeSeconds: "sf-date"
        case .openingQuote, .lowercaseHex, .utf8: "sf-displaystring"
        case .spaceOrParenthesis, .closingParenthesis: "inner-list"
        }
    }

    /// The algorithm that fails there.
    public var spec: String {
        switch expected {
        case .end: "RFC 9651 §4.2"
        case .comma, .member: "RFC 9651 §4.2.1"
        case .key: "RFC 9651 §4.2.3.3"
        case .bareItem: "RFC 9651 §4.2.3.1"
        case .digit, .fewerDigits: "RFC 9651 §4.2.4"
        case .closingQuote, .printableCharacter, .escapedCharacter: "RFC 9651 §4.2.5"
        case .base64, .closingColon: "RFC 9651 §4.2.7"
        case .zeroOrOne: "RFC 9651 §4.2.8"
        case .wholeSeconds: "RFC 9651 §4.2.9"
        case .openingQuote, .lowercaseHex, .utf8: "RFC 9651 §4.2.10"
        case .spaceOrParenthesis, .closingParenthesis: "RFC 9651 §4.2.1.2"
        }
    }
}
