extension Bytes {
    /// Whether both are the same. The time it takes does not reveal where they differ, for secrets.
    public func equalsInConstantTime(_ secret: Bytes) -> Bool {
        var difference: UInt8 = count == secret.count ? 0 : 1
        for index in 0..<secret.count {
            difference |= secret[index] ^ (isEmpty ? 0 : self[index % count])
        }
        return difference == 0
    }
}
