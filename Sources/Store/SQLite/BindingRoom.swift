/// Where the values of one statement are while it runs, so that nobody allocates for each. Owned by the statement, used
/// where that is.
@safe package final class BindingRoom {
    private let size: Int
    private let start: UnsafeMutableRawPointer
    private var used = 0

    package init(_ size: Int) {
        self.size = size
        unsafe start = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// A copy that stays until `clear`; nil when there is no room for it.
    func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard let source = unsafe bytes.baseAddress, unsafe bytes.count <= size - used else { return nil }
        let place = unsafe start + used
        unsafe place.copyMemory(from: source, byteCount: bytes.count)
        used += unsafe bytes.count
        return unsafe UnsafeRawPointer(place)
    }

    /// What was kept is bound no more.
    func clear() {
        used = 0
    }
}
