// Objects that live as long as graphs refer to them.
#include "runtime/graph.hpp"

using namespace cuda_emulator;

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy, unsigned int references,
                                 unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (!object || !destroy || references == 0 || flags != cudaUserObjectNoDestructorSync) {
    return set_error(cudaErrorInvalidValue);
  }
  *object = new CUuserObject_st{pointer, destroy, references};
  return cudaSuccess;
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  if (!object || count == 0) return set_error(cudaErrorInvalidValue);
  object->references += count;
  return cudaSuccess;
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  if (!object || count == 0 || count > object->references) return set_error(cudaErrorInvalidValue);
  object->references -= count;
  if (object->references > 0) return cudaSuccess;
  object->destroy(object->pointer);
  delete object;
  return cudaSuccess;
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
  if (!graph || !object || count == 0) return set_error(cudaErrorInvalidValue);
  if ((flags & cudaGraphUserObjectMove) == 0) object->references += count;  // else they move to the graph
  graph->user_objects.emplace_back(object, count);
  return cudaSuccess;
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
  if (!graph || !object) return set_error(cudaErrorInvalidValue);
  for (auto& [held, held_count] : graph->user_objects) {
    if (held != object || held_count < count) continue;
    held_count -= count;
    if (held_count == 0) std::erase_if(graph->user_objects, [](const auto& entry) { return entry.second == 0; });
    return cudaUserObjectRelease(object, count);
  }
  return set_error(cudaErrorInvalidValue);
}
