import Bytes

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

    private static let entries: [TableEntry] = rows.split(separator: "\n").map { row in
        let line = Bytes(String(row))
        let nameEnd = line.firstIndex(of: ASCII.colon, from: 1) ?? line.count
        let value = nameEnd == line.count ? Bytes() : line.slice(nameEnd + 2..<line.count)
        return TableEntry(name: line.slice(0..<nameEnd), value: value, origin: nil)
    }

    /// Entries that have a value, by their numbers.
    private static let wholes = NumberedEntries(
        entries.indices.filter { !entries[$0].value.isEmpty }.map { (entries[$0].hash.whole, $0 + 1) })
    /// The first entry of each name; entries of one name stand together.
    private static let names = NumberedEntries(
        entries.indices.filter { $0 == 0 || entries[$0].name != entries[$0 - 1].name }
            .map { (entries[$0].hash.name, $0 + 1) })

    /// The entry at an index from 1 on; nil beyond the table.
    package static subscript(_ index: Int) -> TableEntry? {
        entries.indices.contains(index - 1) ? entries[index - 1] : nil
    }

    /// The index of the field, or else of its name.
    static func find(_ name: Bytes, _ value: Bytes, _ hash: FieldHash) -> (index: Int, isWhole: Bool)? {
        let entries = entries.span
        if let index = wholes.first(hash.whole, where: { entries[$0 - 1].isField(name, value, hash) }) {
            return (index, true)
        }
        return names.first(hash.name) { entries[$0 - 1].isNamed(name, hash) }.map { ($0, false) }
    }
}

/// Indices of entries by a number of each, in places that the number leads to: a dictionary of `Bytes` takes some 500
/// instructions a look, and fields are looked up in each head.
private struct NumberedEntries {
    private static let mask = 255
    /// The index, or 0; those whose place is taken stand in the next one that is free.
    private var places = [UInt8](repeating: 0, count: mask + 1)

    init(_ entries: [(number: UInt32, index: Int)]) {
        for entry in entries {
            var place = Int(entry.number) & Self.mask
            while places[place] != 0 { place = (place + 1) & Self.mask }
            places[place] = UInt8(entry.index)
        }
    }

    /// The first index of this number that is meant.
    func first(_ number: UInt32, where isMeant: (Int) -> Bool) -> Int? {
        var place = Int(number) & Self.mask
        while places[place] != 0 {
            let index = Int(places[place])
            if isMeant(index) { return index }
            place = (place + 1) & Self.mask
        }
        return nil
    }
}
