/// Why a file is not the TOML that is read, and where.
package struct TOMLError: Error, Equatable {
    package enum Code: Sendable, Hashable {
        case tooLarge, tooDeep, byteOrderMark, invalidUTF8, controlCharacter, loneCarriageReturn
        case expectedKey, expectedEquals, expectedValue, expectedTableEnd, expectedArrayTableEnd, expectedLineEnd
        case expectedCommaOrBracket, openArray, openString
        case badEscape, badNumber, badDate, integerTooLarge
        case unquotedString, upperCaseBoolean, multilineString, dateTime, otherBase, notFinite, inlineTable
        case repeatedKey, notATable, notAnArrayOfTables, staticArray
    }

    package let code: Code
    package let place: TOMLPlace
    /// The place that a repeated key or table was first at.
    package let first: TOMLPlace?

    init(_ code: Code, _ place: TOMLPlace, first: TOMLPlace? = nil) {
        self.code = code
        self.place = place
        self.first = first
    }

    /// What is wrong and what was expected, without the place; no byte of the file is in it.
    package var text: String {
        let text = plainText
        guard let first else { return text }
        return "\(text) (first in line \(first.line))"
    }

    private var plainText: String {
        switch code {
        case .tooLarge: "the file is larger than \(TOMLParser.sizeLimit / 1_024) KiB"
        case .tooDeep: "nested more than \(TOMLParser.depthLimit) deep"
        case .byteOrderMark: "the file begins with a byte order mark; save it as UTF-8 without one"
        case .invalidUTF8: "invalid UTF-8; save the file as UTF-8"
        case .controlCharacter: "a control character is not allowed here; write it as \\u00XX in a \"string\""
        case .loneCarriageReturn: "expected a line feed after the carriage return"
        case .expectedKey: "expected a key: letters, digits, '-' and '_', or a quoted key"
        case .expectedEquals: "expected '=' after the key"
        case .expectedValue: "expected a value: a string in quotes, a number, true, false, a date or an array"
        case .expectedTableEnd: "expected ']' after the table's name"
        case .expectedArrayTableEnd: "expected ']]' after the name of the array of tables"
        case .expectedLineEnd: "expected the end of the line or a comment"
        case .expectedCommaOrBracket: "expected ',' or ']' after the array's element"
        case .openArray: "the array has no closing ']'"
        case .openString: "the string has no closing quote before the end of its line"
        case .badEscape: "invalid escape; known are \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX"
        case .badNumber: "invalid number; expected an integer such as 50 or a float such as 0.5"
        case .badDate: "invalid date; expected a day of the calendar such as 2027-03-01"
        case .integerTooLarge: "the integer does not fit in 64 bits"
        case .unquotedString: "expected a value; a string needs quotes"
        case .upperCaseBoolean: "expected true or false, in lower case"
        case .multilineString: "strings of several lines are not supported here; use one line and \\n"
        case .dateTime: "times are not supported here; write a date such as 2027-03-01"
        case .otherBase: "hexadecimal, octal and binary numbers are not supported here; write it in decimal"
        case .notFinite: "inf and nan are not supported here"
        case .inlineTable: "inline tables are not supported here; write a [table]"
        case .repeatedKey: "the key is already defined"
        case .notATable: "the key is not a table"
        case .notAnArrayOfTables: "the key is not an array of tables"
        case .staticArray: "the array is already complete; a [[table]] cannot be added to it"
        }
    }
}
