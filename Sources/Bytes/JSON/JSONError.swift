/// Why bytes are not the JSON they should be, and where.
package struct JSONError: Error, Equatable {
    package enum Code: Equatable {
        case endOfFile, expectedValue, expectedKey, expectedColon, expectedCommaOrEnd, openString, tooManyValues,
            tooLarge
    }

    package let code: Code
    package let offset: Int

    package init(code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }

    package var text: String {
        switch code {
        case .endOfFile: "The JSON ends in the middle of a value."
        case .expectedValue: "Expected a JSON value here."
        case .expectedKey: "Expected a member name in double quotes here."
        case .expectedColon: "Expected a colon after the member name."
        case .expectedCommaOrEnd: "Expected a comma or a closing bracket here."
        case .openString: "A string has no closing quote before its line ends."
        case .tooManyValues: "One entry has more values than the limit (\(JSONParser.nodeLimit))."
        case .tooLarge: "One entry is larger than 512 MiB."
        }
    }
}
