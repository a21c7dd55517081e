#if canImport(Glibc)
/// How a program is started (`posix_spawn`): a record here, a pointer to one on Darwin.
package typealias SpawnAttributes = posix_spawnattr_t
/// What becomes of the descriptors of a program that is started.
package typealias SpawnFileActions = posix_spawn_file_actions_t
#else
/// How a program is started (`posix_spawn`): a pointer to a record here, the record itself with Glibc.
package typealias SpawnAttributes = posix_spawnattr_t?
/// What becomes of the descriptors of a program that is started.
package typealias SpawnFileActions = posix_spawn_file_actions_t?
#endif

/// The records of `posix_spawn`, before their `…_init`.
package enum SpawnRecords {
    package static var attributes: SpawnAttributes {
        #if canImport(Glibc)
        SpawnAttributes()
        #else
        nil
        #endif
    }

    package static var fileActions: SpawnFileActions {
        #if canImport(Glibc)
        SpawnFileActions()
        #else
        nil
        #endif
    }
}
