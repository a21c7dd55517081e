import Testing

@Suite struct SwiftCodeTests {
    @Test(arguments: [
        ("a // b!", "a"),
        ("a /* b /* c! */ d */ e", "ae"),
        (#"f("no! \(x + "y!") \"z!") + g"#, "f()+g"),
        (##"#"raw \" ! "# + h"##, "+h"),
        ("\"\"\"\nbang!\n\"\"\"\nafter", "\n\n\nafter"),
        ("value!.count", "value!.count"),
    ])
    func keepsCodeAndBlanksTheRest(source: String, code: String) {
        let output = SwiftCode(source).code
        #expect(output.unicodeScalars.count == source.unicodeScalars.count)
        #expect(output.filter { $0 != " " } == code)
    }
}
