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

    /// The first entry of each name.
    private static let names: [Bytes: Int] = Dictionary(
        zip(entries.map(\.name), 1...), uniquingKeysWith: { first, _ in first })

    /// The entry at an index from 1 on; nil beyond the table.
    package static subscript(_ index: Int) -> TableEntry? {
        entries.indices.contains(index - 1) ? entries[index - 1] : nil
    }

    /// The index of the field, or else of its name.
    static func find(_ name: Bytes, _ value: Bytes) -> (index: Int, isWhole: Bool)? {
        guard let first = names[name] else { return nil }
        var index = first
        // Entries of one name stand together.
        while index <= count, entries[index - 1].isNamed(name) {
            if !value.isEmpty, entries[index - 1].value == value { return (index, true) }
            index += 1
        }
        return (first, false)
    }
}
