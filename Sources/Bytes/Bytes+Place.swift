extension Bytes {
    /// Where these bytes lie in `whole`, of which they are a slice; nil when they are a copy and not a slice of it.
    ///
    /// A parsed part therefore knows its place: a reader of a field returns slices of the value, and a view that shows
    /// the value byte by byte asks each slice for its range.
    public func range(in whole: Bytes) -> Range<Int>? {
        guard lower >= whole.lower, upper <= whole.upper, sharesStorage(with: whole) else { return nil }
        return (lower - whole.lower)..<(upper - whole.lower)
    }

    private func sharesStorage(with other: Bytes) -> Bool {
        let address = unsafe storage.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        let otherAddress = unsafe other.storage.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        return address == otherAddress
    }
}
