import Bytes
import Testing

@testable import Registry

@Suite("Names found without regard for case")
struct NameIndexTests {
    private let names: [Bytes] = ["Host", "ETag", "content-length", "TE", "a"]

    @Test("Every name is found at its place, in any case")
    func found() {
        let index = NameIndex(names)
        for (place, name) in names.enumerated() {
            #expect(index.place(of: name) == place)
            #expect(index.place(of: name.lowercased) == place)
            #expect(index.place(of: Bytes(name.text.uppercased())) == place)
        }
    }

    @Test("What is not among them is not found, near as it may be")
    func notFound() {
        let index = NameIndex(names)
        for name in ["", "b", "hos", "hostt", "content_length", "t", "té"] as [Bytes] {
            #expect(index.place(of: name) == nil, "\(name)")
        }
        #expect(NameIndex([]).place(of: "host") == nil)
    }

    @Test("Where case counts, another case is another name")
    func caseSensitive() {
        let index = NameIndex(["GET", "get"], isCaseSensitive: true)
        #expect(index.place(of: "GET") == 0)
        #expect(index.place(of: "get") == 1)
        #expect(index.place(of: "Get") == nil)
    }

    @Test("Of equal names the last counts, and none that stands at the same slot is lost")
    func many() {
        let many = (0..<500).map { Bytes("x-\($0)") }
        let index = NameIndex(many + ["X-7"])
        #expect(index.place(of: "x-7") == 500)
        for place in many.indices where place != 7 { #expect(index.place(of: many[place]) == place) }
        #expect(index.place(of: "x-500") == nil)
    }
}
