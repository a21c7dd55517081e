import Bytes
import Testing

@testable import Filter

/// A filter that leaves out what goes to one place.
@Suite struct HidingTests {
    @Test func itIsAddedToWhatIsAsked() throws {
        func hidden(_ text: String, _ path: String? = "/poll") throws -> String {
            try FlowFilter(text).hiding(host: "shop.test", path: path.map { Bytes($0) })
        }
        #expect(try hidden("") == #"not (host = "shop.test" and path = "/poll")"#)
        #expect(try hidden("", nil) == #"not (host = "shop.test")"#)
        #expect(try hidden("status = 200") == #"status = 200 and not (host = "shop.test" and path = "/poll")"#)
        // What was asked before stays together.
        let either = try hidden("status = 200 or status = 404")
        #expect(either.hasPrefix("(status = 200 or status = 404) and not"))
        #expect(try FlowFilter(either).expression == FlowFilter(FlowFilter(either).text).expression)
    }

    @Test(arguments: ["a\"b", "\\", "x y", "' or 1=1", "\n\t", "é"])
    func whateverThePlaceIsCalled(name: String) throws {
        let text = FlowFilter.everything.hiding(host: Bytes(name), path: Bytes("/" + name))
        #expect(try FlowFilter(text).text.contains("not ("))
    }
}
