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
        case .expectedValue: "A value is expected here."
        case .expectedKey: "The name of a member is expected here, in quotation marks."
        case .expectedColon: "A colon is expected after the name of a member."
        case .expectedCommaOrEnd: "A comma or a closing bracket is expected here."
        case .openString: "A string has no closing quotation mark before its line ends."
        case .tooManyValues: "One entry has more values than the limit (\(JSONParser.nodeLimit))."
        case .tooLarge: "One entry is larger than 512 MiB."
        }
    }
}
