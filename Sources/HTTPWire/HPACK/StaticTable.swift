import Bytes
import HTTPModel

/// The entries that every connection has (RFC 7541 appendix A), 1 to 61.
package enum StaticTable {
    /// How many there are; the dynamic table's indices begin behind.
    package static let count = 61

    /// A line an entry: the name, and behind `: ` the value where there is one. A colon may open the name.
    private static let rows = """
        :authority
        :method: GET
        :method: POST
        :path: /
        :path: /index.html
        :scheme: http
        :scheme: https
        :status: 200
        :status: 204
        :status: 206
        :status: 304
        :status: 400
        :status: 404
        :status: 500
        accept-charset
        accept-encoding: gzip, deflate
        accept-language
        accept-ranges
        accept
        access-control-allow-origin
        age
        allow
        authorization
        cache-control
        content-disposition
        content-encoding
        content-language
        content-length
        content-location
        content-range
        content-type
        cookie
        date
        etag
        expect
        expires
        from
        host
        if-match
        if-modified-since
        if-none-match
        if-range
        if-unmodified-since
        last-modified
        link
        location
        max-forwards
        proxy-authenticate
        proxy-authorization
        range
        referer
        refresh
        retry-after
        server
        set-cookie
        strict-transport-security
        transfer-encoding
        user-agent
        vary
        via
        www-authenticate
        """

    /// Its fields, the first at 0.
    static let store: FieldStore = {
        var store = FieldStore()
        for row in rows.split(separator: "\n") {
            let line = Bytes(String(row))
            let nameEnd = line.firstIndex(of: ASCII.colon, from: 1) ?? line.count
            let name = line.slice(0..<nameEnd)
            let value = nameEnd == line.count ? Bytes() : line.slice(nameEnd + 2..<line.count)
            name.withSpan { name in
                value.withSpan { store.append(name, $0, FieldHash(name, $0), known: KnownField.named(name)) }
            }
        }
        return store
    }()

    /// Entries that have a value, by their numbers.
    private static let wholes = NumberedEntries(
        store.entries.indices.filter { store.entries[$0].valueCount > 0 }.map { (store.entries[$0].hash.whole, $0) })
    /// The first entry of each name; entries of one name stand together, and their names have one number.
    private static let names = NumberedEntries(
        store.entries.indices.filter { $0 == 0 || store.entries[$0].hash.name != store.entries[$0 - 1].hash.name }
            .map { (store.entries[$0].hash.name, $0) })

    /// The entry at an index from 1 on; nil beyond the table.
    static func entry(at index: Int) -> FieldStore.Entry? {
        index > 0 && index <= count ? store.entries[index - 1] : nil
    }

    /// The index of the field.
    static func index(of name: Span<UInt8>, _ value: Span<UInt8>, _ hash: FieldHash) -> Int? {
        let store = store
        var search = wholes.search(hash.whole)
        while let place = search.next() {
            if store.isField(store.entries[place], name, value, hash) { return place + 1 }
        }
        return nil
    }

    /// The index of the first field of this name.
    static func index(ofName name: Span<UInt8>, _ hash: UInt32) -> Int? {
        let store = store
        var search = names.search(hash)
        while let place = search.next() {
            if store.isNamed(store.entries[place], name, hash) { return place + 1 }
        }
        return nil
    }
}

/// Entries by a number of each, in places that the number leads to: a dictionary of `Bytes` takes some 500 instructions
/// a look, and fields are looked up in each head.
private struct NumberedEntries {
    private static let mask = 255
    /// The entry's place and one, or 0; those whose place is taken stand in the next one that is free.
    private var places = [UInt8](repeating: 0, count: mask + 1)

    init(_ entries: [(number: UInt32, place: Int)]) {
        for entry in entries {
            var place = Int(entry.number) & Self.mask
            while places[place] != 0 { place = (place + 1) & Self.mask }
            places[place] = UInt8(entry.place + 1)
        }
    }

    /// The places of entries that may have this number, one after the other.
    func search(_ number: UInt32) -> Search { Search(places: places, place: Int(number) & Self.mask) }

    struct Search {
        fileprivate let places: [UInt8]
        fileprivate var place: Int

        mutating func next() -> Int? {
            let found = Int(places[place])
            place = (place + 1) & NumberedEntries.mask
            return found == 0 ? nil : found - 1
        }
    }
}
