package import Bytes

/// The DER form of a C object, by its `i2d_…` function: asked for its size first, then written.
package enum DER {
    /// nil when libcrypto cannot write it.
    package static func of(
        _ object: OpaquePointer,
        _ encode: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> Bytes? {
        let count = Int(unsafe encode(object, nil))
        guard count > 0 else { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var cursor = buffer.baseAddress
            written = Int(unsafe encode(object, &cursor)) == count ? count : 0
        }
        return bytes.isEmpty ? nil : Bytes(bytes)
    }
}
