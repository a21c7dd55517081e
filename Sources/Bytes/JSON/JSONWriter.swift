/// Appends JSON to one reused buffer: no strings, no tree, no allocation per value.
///
/// Commas come by themselves, from the byte written last. Whoever writes owns it; it is used on one queue. The worst
/// that bytes from the wire can do is to be escaped: the output is ASCII and valid UTF-8 whatever the input, has no raw
/// control character in it, no line end inside a value, and nothing that turns the direction of text on a terminal.
///
/// Safe: the buffer has one owner, which frees it; `reserve` comes before each write and makes room for all of it.
@safe package struct JSONWriter: ~Copyable {
    /// `capacity` bytes, of which the first `count` are written. Owned here alone, freed in `deinit`.
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0
    /// Pieces of this entry that were moved out of memory, in order, before those in the buffer.
    package private(set) var spool: (any JSONSpool)?
    /// Where pieces go that are moved out of memory; nil when they all stay in it.
    private let makeSpool: (() -> (any JSONSpool)?)?

    /// From this many bytes on, a long text is moved to the spool between its pieces.
    package static let spoolThreshold = 1 << 20

    /// - Parameter spool: makes a place outside of memory for one entry that is large; nil when there is no room.
    package init(capacity: Int = 16 << 10, spool: (() -> (any JSONSpool)?)? = nil) {
        makeSpool = spool
        self.capacity = max(capacity, 64)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe base.deallocate()
    }

    /// All bytes written, those in the spool too.
    package var totalCount: Int { count + (spool?.count ?? 0) }

    /// Forgets everything written, keeps the buffer unless it has become large.
    package mutating func removeAll() {
        count = 0
        spool = nil
        guard capacity > 4 << 20 else { return }
        unsafe base.deallocate()
        capacity = 64 << 10
        unsafe base = .allocate(capacity: capacity)
    }

    /// Lends the bytes in the buffer; the pointer must not escape.
    package borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Lends everything written, in order: what was spooled in pieces, then the buffer. Ends early when `body` returns
    /// false; false then, and when the spool could not be read.
    package borrowing func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        var goesOn = true
        if let spool {
            let wasRead = unsafe spool.forEachPiece(of: Self.spoolThreshold) { piece in
                goesOn = unsafe body(piece)
                return goesOn
            }
            guard wasRead, goesOn else { return false }
        }
        return unsafe withBytes(body)
    }

    /// Moves what is in the buffer to the spool when it is much, all but the last byte, which the next comma needs.
    /// When the spool fails, the bytes stay in memory.
    package mutating func spoolIfLarge() {
        guard count >= Self.spoolThreshold, let makeSpool else { return }
        if spool == nil { spool = makeSpool() }
        guard let spool, unsafe spool.append(UnsafeRawBufferPointer(start: base, count: count - 1)) else { return }
        unsafe base[0] = base[count - 1]
        count = 1
    }

    // MARK: Structure

    package mutating func beginObject() {
        separate()
        put(UInt8(ascii: "{"))
    }

    package mutating func endObject() {
        put(UInt8(ascii: "}"))
    }

    package mutating func beginArray() {
        separate()
        put(UInt8(ascii: "["))
    }

    package mutating func endArray() {
        put(UInt8(ascii: "]"))
    }

    /// The name of a member, which needs no escaping.
    package mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length &+ 4)
        var end = unsafe separated(base + count)
        unsafe end[0] = UInt8(ascii: "\"")
        unsafe end += 1
        unsafe PlainRun.copy(name.utf8Start, length, to: end)
        unsafe end[length] = UInt8(ascii: "\"")
        unsafe end[length &+ 1] = UInt8(ascii: ":")
        count = unsafe end - base &+ length &+ 2
    }

    /// A string: in one pass as far as nothing in it needs escaping, which is nearly always to its end.
    package mutating func string(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count &+ 3)
        var end = unsafe separated(base + count)
        unsafe end[0] = UInt8(ascii: "\"")
        unsafe end += 1
        var index = 0
        while true {
            let plain = unsafe PlainRun.copy(UnsafeRawBufferPointer(rebasing: bytes[index...]), to: end)
            unsafe end += plain
            index += plain
            guard index < bytes.count else { break }
            guard unsafe PlainRun.isPlainPair(bytes, at: index) else {
                count = unsafe end - base
                unsafe escape(UnsafeRawBufferPointer(rebasing: bytes[index...]))
                return endString()
            }
            unsafe end[0] = bytes[index]
            unsafe end[1] = bytes[index + 1]
            unsafe end += 2
            index += 2
        }
        unsafe end[0] = UInt8(ascii: "\"")
        count = unsafe end - base &+ 1
    }

    /// A literal that needs no escaping.
    package mutating func string(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length &+ 3)
        let end = unsafe separated(base + count)
        unsafe end[0] = UInt8(ascii: "\"")
        unsafe PlainRun.copy(text.utf8Start, length, to: end + 1)
        unsafe end[length &+ 1] = UInt8(ascii: "\"")
        count = unsafe end - base &+ length &+ 2
    }

    /// Puts a comma at `end`, for which there is room, unless what follows is the first of its container or follows its
    /// key; answers where that goes.
    @inline(__always)
    private func separated(_ end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        guard count > 0, unsafe Self.endsValue(end[-1]) else { return unsafe end }
        unsafe end[0] = UInt8(ascii: ",")
        return unsafe end + 1
    }

    /// A comma, unless the value is the first of its container or follows its key.
    @inline(__always)
    private mutating func separate() {
        if count > 0, unsafe Self.endsValue(base[count - 1]) { put(UInt8(ascii: ",")) }
    }

    /// Whether something is complete at this byte, so that what follows is another member or element.
    @inline(__always)
    private static func endsValue(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: ":") && byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
    }

    // MARK: Plain values

    package mutating func null() {
        separate()
        literal("null")
    }

    package mutating func boolean(_ value: Bool) {
        separate()
        literal(value ? "true" : "false")
    }

    /// Of these types most are; the general form is not specialized for other targets, and costs several times as much.
    package mutating func integer(_ value: Int) {
        integer(Int64(value))
    }

    package mutating func integer(_ value: Int64) {
        separate()
        if value < 0 { put(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    package mutating func integer(_ value: UInt64) {
        separate()
        digits(value)
    }

    package mutating func integer(_ value: some BinaryInteger) {
        separate()
        if value < 0 { put(UInt8(ascii: "-")) }
        digits(UInt64(value.magnitude))
    }

    /// A number in the spelling it was read in (RFC 8259 §6); null for one with zeros in front, which JSON has not.
    package mutating func number(_ spelling: Bytes) {
        let digits = spelling.first == UInt8(ascii: "-") ? spelling.slice(1..<spelling.count) : spelling
        if digits.count > 1, digits[0] == UInt8(ascii: "0"), ASCII.isDigit(digits[1]) { return null() }
        separate()
        unsafe spelling.withUnsafeBytes { unsafe append($0) }
    }

    /// Forgets what was written since `count` was this, if it is still in the buffer: an object that stayed empty.
    package mutating func take(back earlier: Int) {
        count = min(count, max(0, earlier))
    }

    /// Microseconds, written as milliseconds with up to three decimals.
    package mutating func milliseconds(micro value: Int64) {
        separate()
        if value < 0 { put(UInt8(ascii: "-")) }
        digits(value.magnitude / 1000)
        var rest = value.magnitude % 1000
        guard rest > 0 else { return }
        put(UInt8(ascii: "."))
        var weight: UInt64 = 100
        while rest > 0 {
            put(UInt8(ascii: "0") + UInt8(rest / weight))
            rest %= weight
            weight /= 10
        }
    }

    /// A number with exactly this many digits, zeros in front: the parts of a date.
    package mutating func padded(_ value: Int, width: Int) {
        reserve(width)
        unsafe write(UInt64(value.magnitude), width, at: base + count)
        count &+= width
    }

    /// A number inside a string.
    package mutating func digits(_ value: UInt64) {
        if value < 10 { return put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        var length = 0
        var top = value
        while top >= 10_000 {
            top /= 10_000
            length &+= 4
        }
        length &+= top < 100 ? (top < 10 ? 1 : 2) : (top < 1000 ? 3 : 4)
        reserve(length)
        unsafe write(value, length, at: base + count)
        count &+= length
    }

    /// Writes the last `length` digits of a number.
    @inline(__always)
    private func write(_ value: UInt64, _ length: Int, at place: UnsafeMutablePointer<UInt8>) {
        var rest = value
        var index = length
        while index > 0 {
            index &-= 1
            let next = rest / 10
            unsafe place[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- next &* 10)
            rest = next
        }
    }

    // MARK: Bytes as they are

    /// Appends text that is JSON already, or a part of a string that needs no escaping.
    package mutating func literal(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe PlainRun.copy(text.utf8Start, length, to: base + count)
        count &+= length
    }

    package mutating func put(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count &+= 1
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        unsafe copy(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, to: count)
        count += bytes.count
    }

    /// Appends once more what is in the buffer at `range`.
    package mutating func repeatBytes(_ range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= count else { return }
        reserve(range.count)
        unsafe copy(base + range.lowerBound, range.count, to: count)
        count += range.count
    }

    /// Makes room for `length` bytes and lets `fill` write them; it says how many it wrote, at most `length`.
    package mutating func extend(by length: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(length)
        unsafe count += min(fill(base + count), length)
    }

    private func copy(_ source: UnsafePointer<UInt8>?, _ length: Int, to offset: Int) {
        guard let source = unsafe source, length > 0 else { return }
        unsafe (base + offset).update(from: source, count: length)
    }

    @inline(__always)
    private mutating func reserve(_ length: Int) {
        if capacity - count < length { grow(by: length) }
    }

    @inline(never)
    private mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }

    /// Begins a value that is written with `literal`, `escape` and `put`.
    package mutating func beginString() {
        separate()
        put(UInt8(ascii: "\""))
    }

    package mutating func endString() {
        put(UInt8(ascii: "\""))
    }
}
