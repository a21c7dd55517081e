import CPosix

/// What the allocator of this process holds.
package enum AllocatedMemory {
    /// Gives back to the system what nobody uses. It takes milliseconds, in which others may wait for the allocator:
    /// for now and then, after work that took much for a moment.
    package static func trim() {
        cposix_trim()
    }
}
