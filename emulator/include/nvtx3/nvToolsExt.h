// Stands in for NVTX, the annotations that NVIDIA's profilers show. The emulator has no profiler: the first annotation
// prints this on stderr, and all are ignored.
#pragma once
#include <cstdint>

namespace cuda_emulator {
void ignored(const char* what);  // prints once that the feature has no effect
}

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE (static_cast<std::uint16_t>(sizeof(nvtxEventAttributes_t)))

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
};
enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
};
using nvtxRangeId_t = std::uint64_t;
using nvtxDomainHandle_t = struct nvtxDomainRegistration_st*;
using nvtxStringHandle_t = struct nvtxStringRegistration_st*;
union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
};
struct nvtxEventAttributes_t {
  std::uint16_t version, size;
  std::uint32_t category;
  std::int32_t colorType;
  std::uint32_t color;
  std::int32_t payloadType, reserved0;
  union {
    std::uint64_t ullValue;
    std::int64_t llValue;
    double dValue;
    std::uint32_t uiValue;
    std::int32_t iValue;
    float fValue;
  } payload;
  std::int32_t messageType;
  nvtxMessageValue_t message;
};

namespace cuda_emulator {
inline int nvtx_ignored() {
  ignored("NVTX annotations");
  return 0;
}
}  // namespace cuda_emulator

inline int nvtxRangePushA(const char*) {
  return cuda_emulator::nvtx_ignored();
}
inline int nvtxRangePushW(const wchar_t*) {
  return cuda_emulator::nvtx_ignored();
}
inline int nvtxRangePushEx(const nvtxEventAttributes_t*) {
  return cuda_emulator::nvtx_ignored();
}
inline int nvtxRangePop() {
  return cuda_emulator::nvtx_ignored();
}
inline nvtxRangeId_t nvtxRangeStartA(const char*) {
  return cuda_emulator::nvtx_ignored();
}
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) {
  return cuda_emulator::nvtx_ignored();
}
inline void nvtxRangeEnd(nvtxRangeId_t) {
  cuda_emulator::nvtx_ignored();
}
inline void nvtxMarkA(const char*) {
  cuda_emulator::nvtx_ignored();
}
inline void nvtxMarkEx(const nvtxEventAttributes_t*) {
  cuda_emulator::nvtx_ignored();
}
inline void nvtxNameOsThreadA(std::uint32_t, const char*) {
  cuda_emulator::nvtx_ignored();
}
inline void nvtxNameCategoryA(std::uint32_t, const char*) {
  cuda_emulator::nvtx_ignored();
}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char*) {
  cuda_emulator::nvtx_ignored();
  return nullptr;
}
inline void nvtxDomainDestroy(nvtxDomainHandle_t) {
  cuda_emulator::nvtx_ignored();
}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t*) {
  return cuda_emulator::nvtx_ignored();
}
inline int nvtxDomainRangePop(nvtxDomainHandle_t) {
  return cuda_emulator::nvtx_ignored();
}

#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
